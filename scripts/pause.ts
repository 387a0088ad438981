import { setPaused } from "./lib/set-paused.ts";

export default setPaused(true);
