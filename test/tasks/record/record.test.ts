import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { getCreateAddress } from "ethers";
import { RECORD, recordProblem } from "../../../scripts/shared/record-shape.ts";
import { DamagedFile } from "../../../scripts/tasks/cli/json-text.ts";
import { folderOf } from "../../../scripts/tasks/record/prove-record.ts";
import {
  type DeploymentRecord,
  deploymentDirectory,
  parseRecord,
  readRecord,
  writeRecord,
} from "../../../scripts/tasks/record/record.ts";
import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { fakeRecord } from "../../support/fake-record.ts";

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
  });

  const whole = JSON.stringify(fakeRecord(OTHER), null, 2);
  const lineOf = (field: string) =>
    whole.split("\n").findIndex((line) => line.includes(`"${field}"`)) + 1;
  const withField = (field: string, value: string) =>
    [whole.replace(new RegExp(`("${field}": )[^,\n]+`), `$1${value}`), lineOf(field)] as const;
  const cut = whole.slice(0, whole.indexOf('"blockNumber"') + 8);
  const lower = "0x5fbdb2315678afecb367f032d93f642f64180aa3";
  for (const [problem, [text, line]] of [
    ["it is not JSON", [cut, lineOf("blockNumber")]],
    ["it is empty", ["", 1]],
    ["it is not an object", ["[]\n", 1]],
    ["its blockNumber is not a whole number: x", withField("blockNumber", '"x"')],
    ["its blockNumber is not a whole number: -1", withField("blockNumber", "-1")],
    [
      `its address is not an address with its checksum: ${lower}`,
      withField("address", `"${lower}"`),
    ],
    ["its arguments.startPaused is neither true nor false: no", withField("startPaused", '"no"')],
  ] as const) {
    it(`that are damaged are named with the line, and how to write them again: ${problem}`, async () => {
      const file = path.join(root, "deployments/base/record.json");
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, text);
      const error = await readRecord(root, "base").catch((thrown: Error) => thrown);
      expect(error)
        .to.be.instanceOf(DamagedFile)
        .with.property(
          "message",
          `deployments/base/record.json, line ${line}: ${problem}. Restore its last reviewed version, or write it again from the chain: ` +
            "npm run hardhat -- ticket adopt 0xYourTicket --network base",
        );
    });
  }

  it("name a folder, if they have one", () => {
    const problemWith = (folderRenderer: unknown) => {
      const { deployer, deployerNonce } = fakeRecord(OTHER);
      const address = getCreateAddress({ from: deployer, nonce: deployerNonce });
      return recordProblem({ ...fakeRecord(address), folderRenderer }, "sepolia", 11_155_111);
    };
    expect(problemWith({ baseUri: "ipfs://bafy/" })).to.equal(null);
    expect(problemWith(undefined)).to.equal(null);
    for (const baseUri of ["http://tickets.example/", "ipfs://bafy", "", 7, undefined]) {
      expect(problemWith({ baseUri })).to.equal(
        `its folderRenderer has no folder's address: ${baseUri}`,
      );
    }
    expect(problemWith(null)).to.equal("its folderRenderer has no folder's address: undefined");
  });

  it("may miss fields where they are of an older rehearsal, and nowhere else", () => {
    const file = { name: "FILE", remedy: "Mend it" };
    const text = JSON.stringify({ ...fakeRecord(OTHER), codeHash: undefined });
    expect(parseRecord(file, text, RECORD, { mayMiss: true })).to.have.property("address", OTHER);
    expect(() => parseRecord(file, text, RECORD))
      .to.throw(DamagedFile)
      .with.property("message", "FILE, line 1: its codeHash is missing. Mend it");
  });
});

describe("A renderer's folder", () => {
  const folder = FolderRenderer__factory.createInterface();

  it("is what it answers, and none where it has no such function", async () => {
    const answer = folder.encodeFunctionResult("baseURI", ["ipfs://bafy/"]);
    expect(await folderOf(OTHER, async () => answer)).to.equal("ipfs://bafy/");
    expect(await folderOf(OTHER, async () => "0x")).to.equal(null);
    const reverted = Promise.reject(new Error("execution reverted"));
    expect(await folderOf(OTHER, () => reverted)).to.equal(null);
  });

  it("is not taken for none where the endpoint fails", async () => {
    const failed = await folderOf(OTHER, () => Promise.reject(new Error("HTTP 500"))).catch(
      ({ message }: Error) => message,
    );
    expect(failed).to.equal("HTTP 500");
  });
});
