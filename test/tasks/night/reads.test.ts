import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { typedPath } from "../../../scripts/tasks/cli/typed-path.ts";
import { workAlone } from "../../../scripts/tasks/machine/one-at-a-time.ts";
import { useSale } from "../support/sale.ts";

describe("At a desk that is not the usual one", () => {
  const sale = useSale({ codes: ["alice"] });
  let folder: string;

  before(async () => {
    await sale.deployPayouts();
    await sale.buy(2, "alice");
    folder = await mkdtemp(path.join(tmpdir(), "desk-"));
  });

  after(() => rm(folder, { recursive: true }));

  it("reading takes no right to write: neither to the cache nor to this machine's state", async () => {
    const state = path.join(folder, "state");
    await mkdir(state);
    // Nobody can write through this link, not even root.
    await symlink("/no/folder", path.join(state, "ticket-mint"));
    for (const task of [
      "ticket status",
      "ticket pending",
      "ticket safe-files",
      "affiliates list",
      "affiliates report",
      "affiliates link alice",
      "affiliates due",
      "affiliates payments",
      `ticket dashboard --out ${path.join(folder, "sale.html")}`,
    ]) {
      const ended = await sale.taskWith({ XDG_STATE_HOME: state }, ...task.split(" "));
      expect(ended, task).to.deep.include({ code: 0, errors: "" });
    }
  });

  it("a file is looked for where the person stands, though npm goes to the project's folder", async () => {
    await writeFile(path.join(folder, "few.csv"), "sep=;\ncode;name\nbob;Bob, of the west\n");
    const words = ["affiliates", "import", "few.csv"];
    const { code, output, errors } = await sale.taskWith({ INIT_CWD: folder }, ...words);
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`${path.join(folder, "few.csv")}: 1 code. `);
    expect(await sale.ticket.isAffiliateActive("bob")).to.equal(true);
  });

  it("a path is the shell's own where npm does not run the command, or an outer npm has left its folder", () => {
    const { INIT_CWD } = process.env;
    try {
      process.env.INIT_CWD = folder;
      expect(typedPath("few.csv", process.cwd())).to.equal(path.join(folder, "few.csv"));
      expect(typedPath("/few.csv", process.cwd())).to.equal("/few.csv");
      expect(typedPath("few.csv", folder)).to.equal("few.csv");
      delete process.env.INIT_CWD;
      expect(typedPath("few.csv", process.cwd())).to.equal("few.csv");
    } finally {
      if (INIT_CWD !== undefined) process.env.INIT_CWD = INIT_CWD;
    }
  });

  it("one task at a time works in a temporary folder with a long name", async () => {
    const { TMPDIR } = process.env;
    const long = path.join(folder, "a".repeat(40), "b".repeat(40));
    await mkdir(long, { recursive: true });
    try {
      process.env.TMPDIR = long;
      const letGo = await workAlone(folder, "Another one works.");
      const told = await workAlone(folder, "").catch(({ message }: Error) => message);
      expect(told).to.equal("Another one works.");
      await letGo();
      await (await workAlone(folder, ""))();
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
  });
});
