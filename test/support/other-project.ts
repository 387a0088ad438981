import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { startProcess } from "./process.ts";
import { copyProject } from "./project-copy.ts";

/** A collection that differs from `collection.ts` in every value. */
export const JETTY = {
  name: "Jetty",
  symbol: "JTY",
  noun: "Pass",
  language: "en-IE",
  size: 777,
  maxPerPurchase: 4,
  discountPercent: 12,
  progressShownAbove: 60,
  codePattern: "[A-Za-z0-9_-]{3,32}",
  priceStep: 25n * 10n ** 12n,
  maxPrice: 10n ** 23n,
  summary: "777 berths on the water",
  tagline: "777 berths, each with a view of the harbour.",
  invitation: "Moor here: a berth for every boat.",
  shareCardLines: ["777 berths", "on the water."],
  pictureInWords: "A harbour at dawn",
  description: "777 berths in one harbour.",
  ticketDescription: "Berth {number} of 777.",
} as const satisfies Record<keyof typeof import("../../collection.ts"), unknown>;

export interface OtherProject {
  readonly folder: string;
  npm(words: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

/** Copies the project with another `collection.ts` and runs `npm run collection`. */
export async function makeOtherProject(): Promise<OtherProject> {
  const folder = copyProject("other-collection");
  await writeFile(path.join(folder, "collection.ts"), sourceOf(JETTY));

  const npm: OtherProject["npm"] = async (words, env = {}) => {
    const { code, output, errors } = await startProcess("npm", ["run", "--silent", ...words], {
      cwd: folder,
      env: { ...process.env, ...env },
    }).ended;
    if (code !== 0) throw new Error(`npm run ${words.join(" ")} failed:\n${output}${errors}`);
    return output;
  };
  await npm(["collection"]);
  return { folder, npm, remove: () => rm(folder, { recursive: true }) };
}

function sourceOf(collection: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) =>
    typeof value === "bigint" ? `${value}n` : JSON.stringify(value);
  return Object.entries(collection)
    .map(([key, value]) => `export const ${key} = ${text(value)};\n`)
    .join("");
}
