import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { forgetDeployments, testProject } from "../tasks/support/project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DESCRIPTOR = "docs/erc7730/ticket.json";
const ON_MAINNET = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ON_BASE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

describe("npm run descriptor", () => {
  let project: string;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    await cp(path.join(ROOT, DESCRIPTOR), path.join(project, DESCRIPTOR));
  });

  after(async () => {
    await forgetDeployments(project);
    await rm(path.join(project, "docs"), { recursive: true });
  });

  async function record(network: string, chainId: number, address: string): Promise<void> {
    const folder = path.join(project, "deployments", network);
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, "record.json"),
      JSON.stringify({ network, chainId, address }),
    );
  }

  async function deploymentsAfterRun(): Promise<unknown> {
    execFileSync(process.execPath, ["scripts/dev/art/descriptor.ts"], { cwd: project });
    const written = JSON.parse(await readFile(path.join(project, DESCRIPTOR), "utf8"));
    const { deployments } = written.context.contract;
    const original = JSON.parse(await readFile(path.join(ROOT, DESCRIPTOR), "utf8"));
    written.context.contract.deployments = original.context.contract.deployments;
    expect(written).to.deep.equal(original);
    return deployments;
  }

  it("names the live deployments that are recorded, and changes nothing else", async () => {
    await record("localhost", 31337, ON_BASE);
    expect(await deploymentsAfterRun()).to.deep.equal([]);

    await record("mainnet", 1, ON_MAINNET);
    expect(await deploymentsAfterRun()).to.deep.equal([{ chainId: 1, address: ON_MAINNET }]);

    await record("base", 8453, ON_BASE);
    expect(await deploymentsAfterRun()).to.deep.equal([
      { chainId: 1, address: ON_MAINNET },
      { chainId: 8453, address: ON_BASE },
    ]);
  });
});
