import { shownInput } from "./visible-text.ts";

const SETTINGS = ["CHAIN_PORT", "PAGE_PORT"];

export function portProblem(env: Readonly<Record<string, string | undefined>>): string | null {
  for (const name of SETTINGS) {
    const text = env[name];
    if (text && !(/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535)) {
      return `${name} is not a port (1 to 65535): ${shownInput(text)}`;
    }
  }
  return null;
}
