import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { DamagedFile } from "../../../scripts/tasks/cli/json-text.ts";
import {
  type DeploymentRecord,
  deploymentDirectory,
  readRecord,
  writeRecord,
} from "../../../scripts/tasks/record/record.ts";

const ADDRESS = `0x${"12".repeat(20)}`;
const OTHER = `0x${"34".repeat(20)}`;

describe("Deployment records", () => {
  let root: string;
  const record = { network: "base", chainId: 8453, address: ADDRESS } as DeploymentRecord;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "record-"));
  });

  afterEach(() => rm(root, { recursive: true }));

  it("have a folder for each network", () => {
    expect(deploymentDirectory("/x", "base")).to.equal(path.join("/x", "deployments", "base"));
  });

  it("are read as they were written, and leave nothing beside them", async () => {
    const file = await writeRecord(root, record);
    expect(file).to.equal(path.join(root, "deployments/base/record.json"));
    expect(await readRecord(root, "base")).to.deep.equal(record);
    expect(await readdir(path.dirname(file))).to.deep.equal(["record.json"]);
    expect(await readFile(file, "utf8")).to.equal(`${JSON.stringify(record, null, 2)}\n`);
    await writeRecord(root, { ...record, address: OTHER });
    expect((await readRecord(root, "base"))?.address).to.equal(OTHER);
  });

  it("are null where there is none", async () => {
    expect(await readRecord(root, "base")).to.equal(null);
  });

  it("that can't be read are an error, and not taken for none", async () => {
    const file = path.join(root, "deployments/base/record.json");
    await mkdir(file, { recursive: true });
    const unreadable = await readRecord(root, "base").catch((error: Error) => error);
    expect(unreadable).to.have.property("code", "EISDIR");
    await rm(file, { recursive: true });
    await writeFile(file, "{");
    const cut = await readRecord(root, "base").catch((error: Error) => error);
    expect(cut)
      .to.be.instanceOf(DamagedFile)
      .with.property("message")
      .that.matches(/^deployments\/base\/record\.json, line 1: it is not JSON\. /);
  });
});
