// Maps as many small windows as asked, says "mapped", and keeps them until its standard input ends. The focus stays where it is.
import x11 from "x11";
import { call } from "./lib.mjs";

const count = Number(process.argv[2]);
x11.createClient(async (error, display) => {
  if (error) throw error;
  const X = display.client;
  const { root, pixel_height: height } = display.screen[0];
  for (let i = 0; i < count; i += 1) {
    const id = X.AllocID();
    // Along the lower edge, below what the fixture's window covers; without a window manager nothing gives them the focus.
    X.CreateWindow(id, root, (i * 3) % 1800, height - 4, 2, 2, 0, 0, 0, 0, {});
    X.MapWindow(id);
  }
  await call(X, "GetInputFocus");
  console.log("mapped");
  process.stdin.resume().once("end", () => process.exit(0));
});
