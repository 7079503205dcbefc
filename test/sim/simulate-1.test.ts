import { simulateShard } from "./shard.ts";

simulateShard(0);
