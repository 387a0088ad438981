import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { testProject } from "../../../tasks/support/project.ts";

/** Run by `npm run bench`, since it takes most of a minute. */
it("npm run rehearse walks the runbook on a chain with id 1 and ends in a checked report", async function () {
  this.timeout(300_000);
  const project = await testProject();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(project, "scripts/dev/rehearse/rehearse.ts")],
    { cwd: project },
  );
  expect(stdout).to.match(/^Taken \d+(\.\d+)? ETH in \d+ sales, \d+ tickets\.$/m);
  expect(stdout).to.match(/\nRehearsed: \d+ steps, \d+ checks passed\.\n$/);
});
