import { writeFileSync } from "node:fs";
import path from "node:path";
import { ART_LIBRARY, generateArt } from "./generate-art.ts";
import { ART } from "./picture.ts";

/** `npm run art`. docs/art.md says how to add a picture. */
const root = path.resolve(import.meta.dirname, "../../..");
try {
  const source = await generateArt(path.join(root, ART));
  writeFileSync(path.join(root, ART_LIBRARY), source);
  console.log(`${ART_LIBRARY} is written. Next: npm run hardhat -- build, npm run gallery.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
