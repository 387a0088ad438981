import { LateRelay } from "../../kit/relay/late-relay.ts";
import { kitWords } from "../domain/kit-words.ts";
import { importRelay } from "./kit-imports.ts";

/** The kit and its fixes share it. */
export const lateRelay = new LateRelay(importRelay, kitWords.partNotLoaded);
