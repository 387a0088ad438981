import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { copyCompiled, copyProject } from "../../support/project-copy.ts";
import { recordScore } from "../results/scores.ts";
import { FAULTS } from "./all-faults.ts";
import { makeControls } from "./controls.ts";
import { redTests } from "./red-tests.ts";
import type { SeededFault } from "./seeded-fault.ts";

/**
 * `npm run test:faults`: adds each fault to a copy of the project and runs the test that must fail
 * (docs/quality.md).
 */
const [kind = "", ...words] = process.argv.slice(2);
const isKind = kind in FAULTS;
const wanted = (isKind ? words : [kind, ...words]).join(" ");
const kinds = isKind ? [kind] : Object.keys(FAULTS);

if (kind === "controls") process.exit(makeControls(words) ? 0 : 1);

const copy = copyProject("faults");
copyCompiled(copy);
for (const each of kinds) if (!makeAll(each)) process.exitCode = 1;

function makeAll(each: string): boolean {
  const all = FAULTS[each] ?? [];
  const chosen = all.filter(({ what }) => what.includes(wanted));
  if (chosen.length === 0) return true;
  const red = redTests(copy, chosen);
  if (red.length > 0) throw new Error(`Red before anything is broken:\n${red.join("\n")}`);
  const missed = chosen.filter((fault) => !isNoticed(fault));
  const noticed = chosen.length - missed.length;
  console.log(`\n${each}: ${noticed} of ${chosen.length} faults noticed`);
  if (chosen.length === all.length)
    recordScore(`npm run test:faults -- ${each}`, noticed, all.length);
  return missed.length === 0;
}

function isNoticed(fault: SeededFault): boolean {
  const file = path.join(copy, fault.file);
  const sound = readFileSync(file, "utf8");
  if (sound.split(fault.find).length !== 2) {
    throw new Error(`${fault.what}: its place in ${fault.file} is gone`);
  }
  writeFileSync(
    file,
    sound.replace(fault.find, () => fault.replacement),
  );
  try {
    const red = redTests(copy, [fault]);
    const noticed = red.some((said) => said.includes(fault.red));
    console.log(`${noticed ? "noticed" : "MISSED "}  ${fault.what}`);
    if (!noticed) console.log(`         red: ${red.join("; ") || "nothing"}`);
    return noticed;
  } finally {
    writeFileSync(file, sound);
  }
}
