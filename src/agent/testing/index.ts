/** Parts for tests of hosts and planners: nothing here touches a display, and nothing here belongs in production. */
export { ManualClock } from "./clock.js";
export { approving, denying } from "./confirmers.js";
export { FakeDesktop, type FakeWorld } from "./desktop.js";
export { fakeHost, fakePolicy, fakeWorld, goodAttestation } from "./host.js";
export { endTurn, scriptedPlanner, turn, type ScriptedTurn } from "./planner.js";
export { MemoryJournal, MemoryReceipts, seededNonces } from "./stores.js";
