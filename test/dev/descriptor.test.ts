import { execFileSync } from "node:child_process";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import * as collection from "../../collection.ts";
import { liveNetworkNames, networks } from "../../networks.ts";
import { readRecord } from "../../scripts/tasks/record/record.ts";
import { forgetDeployments, testProject } from "../tasks/support/project.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DESCRIPTOR = "docs/erc7730/ticket.json";
const OF_PAYOUTS = "docs/erc7730/payouts.json";
const ON_MAINNET = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ON_BASE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

interface Descriptor {
  readonly context: {
    readonly $id: string;
    readonly contract: { readonly deployments: readonly object[] };
  };
  readonly metadata: { readonly owner: string };
  readonly display: object;
}

describe("npm run descriptor", () => {
  let project: string;

  before(async () => {
    project = await testProject();
  });

  beforeEach(async () => {
    await forgetDeployments(project);
    for (const file of [DESCRIPTOR, OF_PAYOUTS]) {
      await cp(path.join(ROOT, file), path.join(project, file));
    }
  });

  after(async () => {
    await forgetDeployments(project);
    await rm(path.join(project, "docs"), { recursive: true });
  });

  async function record(
    network: string,
    chainId: number,
    address: string,
    name = "record.json",
  ): Promise<void> {
    const folder = path.join(project, "deployments", network);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, name), JSON.stringify({ network, chainId, address }));
  }

  async function textAfterRun(): Promise<string> {
    execFileSync(process.execPath, ["scripts/dev/art/descriptor.ts"], {
      cwd: project,
      stdio: "pipe",
    });
    return readFile(path.join(project, DESCRIPTOR), "utf8");
  }

  async function afterRun(): Promise<Descriptor> {
    return JSON.parse(await textAfterRun());
  }

  async function deploymentsAfterRun(): Promise<unknown> {
    const written = await afterRun();
    const original: Descriptor = JSON.parse(await readFile(path.join(ROOT, DESCRIPTOR), "utf8"));
    const { deployments } = written.context.contract;
    expect({
      ...written,
      context: { ...written.context, contract: original.context.contract },
    }).to.deep.equal(original);
    return deployments;
  }

  it("would change nothing of what is committed", async () => {
    for (const network of liveNetworkNames) {
      const recorded = await readRecord(ROOT, network);
      if (recorded !== null) await record(network, recorded.chainId, recorded.address);
    }
    const committed = await readFile(path.join(ROOT, DESCRIPTOR), "utf8");

    expect(await textAfterRun(), `${DESCRIPTOR} is stale: npm run descriptor`).to.equal(committed);
  });

  it("names the collection as collection.ts does, whatever its name is", async () => {
    const file = path.join(project, "collection.ts");
    const source = await readFile(file, "utf8");
    const name = 'Gärten "$& 7"';
    const renamed = source.replace(
      `export const name = ${JSON.stringify(collection.name)};`,
      () => `export const name = ${JSON.stringify(name)};`,
    );
    expect(renamed).not.to.equal(source);
    try {
      await writeFile(file, renamed);
      const { context, metadata, display } = await afterRun();
      expect(context.$id).to.equal(`${name} tickets`);
      expect(metadata.owner).to.equal(name);
      expect(JSON.stringify(display)).not.to.contain(name);
      expect((await afterRun()).metadata.owner).to.equal(name);
    } finally {
      await writeFile(file, source);
    }
  });

  it("stops if a place that it writes to is gone", async () => {
    const file = path.join(project, DESCRIPTOR);
    await writeFile(file, (await readFile(file, "utf8")).replace('"owner"', '"holder"'));
    const before = await readFile(file, "utf8");

    await expectRejection(textAfterRun(), "docs/erc7730/ticket.json has no ");
    expect(await readFile(file, "utf8")).to.equal(before);
  });

  async function expectRejection(run: Promise<unknown>, message: string): Promise<void> {
    const error = await run.then(
      () => null,
      (reason: Error) => reason,
    );
    expect(String(error)).to.contain(message);
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

  it("names Payouts in a descriptor of its own, beside the Ticket and without it", async () => {
    await record("base", 8453, ON_BASE, "payouts-record.json");
    expect(await deploymentsAfterRun()).to.deep.equal([]);
    const ofPayouts = async (): Promise<Descriptor> =>
      JSON.parse(await readFile(path.join(project, OF_PAYOUTS), "utf8"));
    expect((await ofPayouts()).context).to.deep.equal({
      $id: `${collection.name} payouts`,
      contract: { deployments: [{ chainId: 8453, address: ON_BASE }] },
    });

    await record("base", 8453, ON_MAINNET);
    expect(await deploymentsAfterRun()).to.deep.equal([{ chainId: 8453, address: ON_MAINNET }]);
    expect((await ofPayouts()).context.contract.deployments).to.deep.equal([
      { chainId: 8453, address: ON_BASE },
    ]);
  });

  it("names a deployment to each live network of the table", async () => {
    for (const network of liveNetworkNames) {
      await record(network, networks[network].chainId, ON_BASE);
    }
    expect(await deploymentsAfterRun()).to.deep.equal(
      liveNetworkNames.map((network) => ({ chainId: networks[network].chainId, address: ON_BASE })),
    );
  });
});
