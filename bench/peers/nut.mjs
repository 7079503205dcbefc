// nut-js (the fork that is kept): a native addon with delays by default.
import nut from "@nut-tree-fork/nut-js";
import { measured } from "./lib.mjs";

const { screen, mouse, keyboard, Button, Key, Point } = nut;

await measured({
  capture: async () => () => screen.grab(),
  /** As a user would do it by hand, with the delays that nut-js has unless told otherwise. */
  governed_action: async () => async (i) => {
    await screen.grab();
    await mouse.setPosition(new Point(40 + (i % 50), 60 + (i % 40)));
    await mouse.click(Button.LEFT);
  },
  key: async () => {
    keyboard.config.autoDelayMs = 0;
    return async () => {
      await keyboard.pressKey(Key.A);
      await keyboard.releaseKey(Key.A);
    };
  },
});
