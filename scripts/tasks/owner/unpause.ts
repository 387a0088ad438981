import { setPaused } from "./set-paused.ts";

export default setPaused(false);
