import { codePattern } from "../../../collection.ts";
import { shortList } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { quotedInput } from "../cli/visible-text.ts";

const CODE = new RegExp(`^${codePattern}$`);

export function canonicalCode(text: string): string | null {
  return CODE.test(text) ? text.toLowerCase() : null;
}

export function parseCodes(texts: readonly string[]): string[] {
  const codes = new Set<string>();
  for (const text of texts) {
    const code = canonicalCode(text);
    if (code === null) {
      throw new TaskError(
        `Not an affiliate code: ${quotedInput(text)}. A code is 3 to 32 letters, digits, _ or -`,
      );
    }
    codes.add(code);
  }
  return [...codes];
}

/** Maps characters that people confuse when they copy a code to one form. */
const LOOKS: readonly (readonly [string | RegExp, string])[] = [
  ["rn", "m"],
  ["vv", "w"],
  ["cl", "d"],
  [/[il]/g, "1"],
  ["o", "0"],
  ["s", "5"],
  ["z", "2"],
  ["b", "6"],
  [/[_-]+/g, "-"],
  [/^-|-$/g, ""],
];

function looks(code: string): string {
  return LOOKS.reduce((text, [letters, form]) => text.replaceAll(letters, form), code);
}

function lookAlikes(
  codes: readonly string[],
  registered: readonly string[],
): readonly (readonly [string, string])[] {
  const seen = new Map<string, string>(registered.map((code) => [looks(code), code]));
  const pairs: [string, string][] = [];
  for (const code of codes) {
    const other = seen.get(looks(code));
    if (other === undefined) seen.set(looks(code), code);
    else if (other !== code) pairs.push([code, other]);
  }
  return pairs;
}

export function warnOfLookAlikes(codes: readonly string[], registered: readonly string[]): void {
  for (const [code, other] of lookAlikes(codes, registered)) {
    console.error(`Warning: ${code} is easily mistaken for ${other}.`);
  }
}

/** Fails for a mistyped code, because the intended one would stay as it is. */
export function assertRegistered(
  { network }: { readonly network: string },
  codes: Iterable<string>,
  registered: readonly string[],
): void {
  const known = new Set(registered);
  const unknown = [...codes].filter((code) => !known.has(code));
  if (unknown.length === 0) return;
  throw new TaskError(
    `Never registered on ${network}: ${shortList(unknown)}. Nothing was sent. ` +
      `Compare with: npm run hardhat -- affiliates list --network ${network}`,
  );
}
