import { writeFileSync } from "node:fs";
import path from "node:path";
import { ART_LIBRARY, generateArt } from "./generate-art.ts";
import { ART } from "./picture.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** `npm run art`. docs/art.md says how to add a picture. */
export async function art(): Promise<void> {
  writeFileSync(path.join(ROOT, ART_LIBRARY), await generateArt(path.join(ROOT, ART)));
  console.log(`${ART_LIBRARY} is written. Next: npm run hardhat -- build, npm run gallery.`);
}
