import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import * as collection from "../../collection.ts";
import { liveNetworkNames, networks } from "../../networks.ts";
import { descriptor } from "../../scripts/dev/art/descriptor.ts";
import { readRecord } from "../../scripts/tasks/record/record.ts";
import { ROOT } from "../support/process.ts";
import { endedBy } from "../tasks/support/console.ts";

const ON_MAINNET = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ON_BASE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const FILES = { Ticket: "ticket.json", Payouts: "payouts.json" } as const;

type Contract = keyof typeof FILES;

describe("npm run descriptor", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "descriptor-"));
    await mkdir(path.join(root, "docs/erc7730"), { recursive: true });
    for (const contract of ["Ticket", "Payouts"] as const) {
      await cp(fileOf(contract, ROOT), fileOf(contract));
    }
  });

  afterEach(() => rm(root, { recursive: true }));

  const fileOf = (contract: Contract, folder = root) =>
    path.join(folder, "docs/erc7730", FILES[contract]);
  const textOf = (contract: Contract, folder = root) => readFile(fileOf(contract, folder), "utf8");

  async function record(network: string, chainId: number, address: string, of = "record.json") {
    const folder = path.join(root, "deployments", network);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, of), JSON.stringify({ network, chainId, address }));
  }

  const run = (name?: string) =>
    endedBy(async () => {
      await descriptor([], root, name);
      return 0;
    });

  /** The deployments that a run names. It changes nothing else. */
  async function named(contract: Contract = "Ticket"): Promise<unknown> {
    await run();
    const written = JSON.parse(await textOf(contract));
    const { deployments } = written.context.contract;
    const original = JSON.parse(await textOf(contract, ROOT));
    written.context.contract.deployments = original.context.contract.deployments;
    expect(written).to.deep.equal(original);
    return deployments;
  }

  it("would change nothing of what is committed", async () => {
    for (const network of liveNetworkNames) {
      const recorded = await readRecord(ROOT, network);
      if (recorded !== null) await record(network, recorded.chainId, recorded.address);
    }
    await run();
    expect(await textOf("Ticket"), "run npm run descriptor").to.equal(await textOf("Ticket", ROOT));
  });

  it("names the collection as collection.ts does, whatever its name is", async () => {
    const name = 'Gärten "$& 7"';
    for (const _ of ["once", "and again"]) {
      await run(name);
      const { context, metadata, display } = JSON.parse(await textOf("Ticket"));
      expect(context.$id).to.equal(`${name} tickets`);
      expect(metadata.owner).to.equal(name);
      expect(JSON.stringify(display)).not.to.contain(name);
    }
    await run();
    expect(await textOf("Payouts")).to.contain(`"$id": "${collection.name} payouts"`);
  });

  it("stops if a place that it writes to is gone", async () => {
    const before = (await textOf("Ticket")).replace('"owner"', '"holder"');
    await writeFile(fileOf("Ticket"), before);
    const error = await run().catch(String);
    expect(error).to.contain("docs/erc7730/ticket.json has no ");
    expect(await textOf("Ticket")).to.equal(before);
  });

  it("names the live deployments that are recorded, and changes nothing else", async () => {
    await record("localhost", 31337, ON_BASE);
    expect(await named()).to.deep.equal([]);

    await record("mainnet", 1, ON_MAINNET);
    expect(await named()).to.deep.equal([{ chainId: 1, address: ON_MAINNET }]);

    await record("base", 8453, ON_BASE);
    expect(await named()).to.deep.equal([
      { chainId: 1, address: ON_MAINNET },
      { chainId: 8453, address: ON_BASE },
    ]);
  });

  it("names Payouts in a descriptor of its own, beside the Ticket and without it", async () => {
    await record("base", 8453, ON_BASE, "payouts-record.json");
    expect(await named()).to.deep.equal([]);
    await record("base", 8453, ON_MAINNET);
    expect(await named()).to.deep.equal([{ chainId: 8453, address: ON_MAINNET }]);
    expect(await named("Payouts")).to.deep.equal([{ chainId: 8453, address: ON_BASE }]);
  });

  it("names a deployment to each live network of the table", async () => {
    const live = liveNetworkNames.map((network) => ({ network, ...networks[network] }));
    for (const { network, chainId } of live) await record(network, chainId, ON_BASE);
    expect(await named()).to.deep.equal(live.map(({ chainId }) => ({ chainId, address: ON_BASE })));
  });
});
