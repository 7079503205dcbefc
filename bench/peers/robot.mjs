// robotjs: a native addon that acts and does not look.
import robot from "robotjs";
import { measured } from "./lib.mjs";

robot.setMouseDelay(0);
robot.setKeyboardDelay(0);

await measured({
  click: async () => (i) => {
    robot.moveMouse(40 + (i % 50), 60 + (i % 40));
    robot.mouseClick();
  },
  key: async () => () => robot.keyTap("a"),
});
