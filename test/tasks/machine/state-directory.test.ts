import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { saleFolder } from "../../../scripts/tasks/machine/state-directory.ts";

describe("A sale's files of this machine", () => {
  const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  let root: string;
  let state: string;
  let said: string[];
  const { XDG_STATE_HOME } = process.env;
  const { error } = console;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "clone-"));
    state = path.join(root, "state/ticket-mint", `8453-${TICKET}`);
    process.env.XDG_STATE_HOME = path.join(root, "state");
    said = [];
    console.error = (line: string) => said.push(line);
  });

  afterEach(async () => {
    console.error = error;
    if (XDG_STATE_HOME === undefined) delete process.env.XDG_STATE_HOME;
    else process.env.XDG_STATE_HOME = XDG_STATE_HOME;
    await rm(root, { recursive: true });
  });

  const sale = (live = true, dryRun = false) => ({
    ...{ root, live, dryRun, network: "base", chainId: 8453, record: { address: TICKET } },
  });
  const old = () => path.join(root, "deployments/base/safe");

  async function writeOld(): Promise<void> {
    await mkdir(old(), { recursive: true });
    await writeFile(path.join(old(), "pause.json"), "{}");
  }

  it("lie outside the clone, in a folder of the chain and the contract", async () => {
    expect(await saleFolder(sale(), "safe")).to.equal(path.join(state, "safe"));
    expect(await saleFolder(sale(), "affiliates")).to.equal(path.join(state, "affiliates"));
    expect(said).to.deep.equal([]);
  });

  it("stay with the deployment of a trial", async () => {
    await writeOld();
    expect(await saleFolder(sale(false), "safe")).to.equal(old());
    expect(await readdir(old())).to.deep.equal(["pause.json"]);
  });

  it("are moved once from where an earlier version kept them, and where to is said", async () => {
    await writeOld();
    expect(await saleFolder(sale(), "safe")).to.equal(path.join(state, "safe"));
    expect(await readFile(path.join(state, "safe/pause.json"), "utf8")).to.equal("{}");
    expect(await readdir(path.dirname(old()))).to.deep.equal([]);
    expect(said).to.deep.equal([
      `Moved ${old()} to ${path.join(state, "safe")}, outside the clone. Back that folder up from now on.`,
    ]);
    await saleFolder(sale(), "safe");
    expect(said).to.have.length(1);
  });

  it("are not mixed with what the clone has later", async () => {
    await mkdir(path.join(state, "safe"), { recursive: true });
    await writeOld();
    await saleFolder(sale(), "safe");
    expect(await readdir(path.join(state, "safe"))).to.deep.equal([]);
    expect(said).to.deep.equal([
      `Warning: ${old()} is not read, because ${path.join(state, "safe")} is. Compare the two, and remove it.`,
    ]);
  });

  it("are read where they are, and stay there, in a dry run", async () => {
    await writeOld();
    expect(await saleFolder(sale(true, true), "safe")).to.equal(old());
    expect(await readdir(path.join(root, "deployments/base"))).to.deep.equal(["safe"]);
  });

  it("are not taken from where a link leads", async () => {
    await mkdir(path.join(root, "elsewhere"));
    await mkdir(path.dirname(old()), { recursive: true });
    await symlink(path.join(root, "elsewhere"), old(), "dir");
    expect(await saleFolder(sale(), "safe")).to.equal(path.join(state, "safe"));
    expect(await readdir(path.dirname(old()))).to.deep.equal(["safe"]);
    expect(said).to.deep.equal([]);
  });
});
