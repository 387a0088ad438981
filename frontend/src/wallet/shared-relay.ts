import { allowCloud } from "../../kit/guards/cloud-guard.ts";
import { LateRelay } from "../../kit/relay/late-relay.ts";
import { kitWords } from "../domain/words/kit-words.ts";
import { importRelay } from "./kit-imports.ts";

/** AppKit and its patches share this relay. It starts after a click, or for a phone's session. */
export const lateRelay = new LateRelay(() => {
  allowCloud();
  return importRelay();
}, kitWords.partNotLoaded);
