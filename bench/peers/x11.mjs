// node-x11: the best that a Node user has without native code.
import x11 from "x11";
import { call, measured } from "./lib.mjs";

const connect = () =>
  new Promise((resolve, reject) => {
    const client = x11.createClient({ shm: true }, (error, display) => (error ? reject(error) : resolve(display)));
    client.on?.("error", reject);
  });
const open = async (...extensions) => {
  const display = await connect();
  const { client: X } = display;
  const [screen] = display.screen;
  const loaded = [];
  for (const name of extensions) loaded.push(await call(X, "require", name));
  return { X, root: screen.root, width: screen.pixel_width, height: screen.pixel_height, extensions: loaded };
};

const shared = async () => {
  const { X, root, width, height, extensions } = await open("shm");
  const [shm] = extensions;
  if (!(await call(shm, "usable"))) throw new Error("node-x11 has no shared memory on this connection");
  const segment = await call(shm, "createSegment", width * height * 4);
  const take = async () => {
    await call(segment, "getImage", root, 0, 0, width, height, 0xffffffff, 2, 0);
    return segment.buffer;
  };
  if (!(await take()).some((byte) => byte !== 0)) throw new Error("node-x11 captured nothing but zeros");
  return { X, take };
};

const motion = (test, root, i) => test.FakeInput(6, 0, 0, root, 40 + (i % 50), 60 + (i % 40));

await measured({
  capture: async () => (await shared()).take,
  check: async () => {
    const { take } = await shared();
    const reference = Buffer.from(await take());
    return async () => {
      if (!reference.equals(await take())) throw new Error("the screen was not still");
    };
  },
  click: async () => {
    const { X, root, extensions } = await open("xtest");
    const [test] = extensions;
    return async (i) => {
      motion(test, root, i);
      test.FakeInput(4, 1, 0, root, 0, 0);
      test.FakeInput(5, 1, 0, root, 0, 0);
      return call(X, "GetInputFocus");
    };
  },
  key: async () => {
    const { X, root, extensions } = await open("xtest");
    const [test] = extensions;
    return async () => {
      test.FakeInput(2, 38, 0, root, 0, 0);
      test.FakeInput(3, 38, 0, root, 0, 0);
      return call(X, "GetInputFocus");
    };
  },
  observe: async () => {
    const { X, root } = await open();
    const names = ["_NET_WM_NAME", "_NET_WM_PID", "WM_WINDOW_ROLE", "WM_CLASS", "_NET_WM_STATE"];
    const atoms = await Promise.all(names.map((name) => call(X, "InternAtom", false, name)));
    const property = (window, atom) => call(X, "GetProperty", 0, window, atom, 0, 0, 256);
    return async () => {
      let { focus: window } = await call(X, "GetInputFocus");
      let depth = 0;
      for (; window > 1 && window !== root && depth < 64; depth += 1) {
        const [tree] = await Promise.all([call(X, "QueryTree", window), ...atoms.map((atom) => property(window, atom))]);
        window = tree.parent;
      }
      if (depth === 0) throw new Error("nothing is focused");
    };
  },
});
