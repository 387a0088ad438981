import path from "node:path";
import { expect } from "chai";
import { trackedProblems } from "../../scripts/tasks/record/tracked-files.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

describe("In the repository", () => {
  // test/tasks/hostile/planted-files.test.ts shows that the check finds each.
  it("nothing is a link, a machine's own file, or a second spelling of a name", async () => {
    expect(await trackedProblems(ROOT)).to.deep.equal([]);
  });
});
