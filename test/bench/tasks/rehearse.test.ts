import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { testProject } from "../../tasks/support/project.ts";

const REHEARSE = ["scripts/launch.js", "rehearse", "scripts/dev/rehearse/rehearse.ts"];

/** This test takes most of a minute. */
it("npm run rehearse walks the runbook on a chain with id 1 and ends in a checked report", async function () {
  this.timeout(300_000);
  const project = await testProject();
  const { stdout } = await promisify(execFile)(process.execPath, REHEARSE, { cwd: project });
  expect(stdout).to.match(/^Taken \d+(\.\d+)? ETH in \d+ sales, \d+ tickets\.$/m);
  expect(stdout).to.match(/\nRehearsed: \d+ steps, \d+ checks passed\.\n$/);
});

it("npm run rehearse -- --sale-day walks the day of a sale, which ticket watch tells of, and its payout", async function () {
  this.timeout(300_000);
  const project = await testProject();
  const { stdout } = await promisify(execFile)(process.execPath, [...REHEARSE, "--sale-day"], {
    cwd: project,
  });
  for (const seen of [
    /sales are open/,
    /ALARM .+ says 0 /,
    /sales are paused/,
    /ended +sold out/,
  ]) {
    expect(stdout).to.match(new RegExp(`\nwatch \\| .+${seen.source}`));
  }
  // The task prints one sum, and the drill reads the other from the chain.
  const [, sum] = /\n {3}Done: 10 affiliates paid, (\S+ ETH) in all, /.exec(stdout) ?? [];
  expect(stdout).to.contain(`\nThe affiliates' addresses have ${sum} in all.\n`);
  for (const checked of [
    "each affiliate has its commission, to the wei",
    "paying again sends nothing",
    "and each has as much as before",
  ]) {
    expect(stdout).to.contain(`\n✓ ${checked}\n`);
  }
  expect(stdout).to.contain(
    "\n   Nothing is due: each code was paid all that it has earned. Nothing to do.\n",
  );
  expect(stdout).to.match(/\nRehearsed: \d+ steps, \d+ checks passed\.\n$/);
});
