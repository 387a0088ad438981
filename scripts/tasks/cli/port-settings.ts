import { shownInput } from "./visible-text.ts";

/** The settings of `npm start`, which tasks read as well: an empty one counts as none. */
const SETTINGS = ["CHAIN_PORT", "PAGE_PORT"];

/** @returns what is wrong with the ports of an environment, or `null` */
export function portProblem(env: Readonly<Record<string, string | undefined>>): string | null {
  for (const name of SETTINGS) {
    const text = env[name];
    if (text && !(/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535)) {
      return `${name} is not a port (1 to 65535): ${shownInput(text)}`;
    }
  }
  return null;
}
