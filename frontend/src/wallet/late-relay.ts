import { allowCloud } from "../../kit/guards/cloud-guard.ts";
import { LateRelay } from "../../kit/relay/late-relay.ts";
import { kitWords } from "../domain/kit-words.ts";
import { importRelay } from "./kit-imports.ts";

/** The kit and its fixes share it. It starts for a press, or for a session with a phone. */
export const lateRelay = new LateRelay(() => {
  allowCloud();
  return importRelay();
}, kitWords.partNotLoaded);
