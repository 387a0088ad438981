import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { toQuantity } from "ethers";
import { maxPerPurchase, size } from "../../../collection.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import {
  ETHERSCAN_KEY,
  startVerificationServices,
} from "../../doubles/verification/verification-services.ts";
import { runTask } from "../support/command.ts";
import { startAnvil, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const CODES = 1000;
const SALES = 200;
const LARGEST_SALE = Math.min(20, maxPerPurchase, Math.floor(size / SALES));

describe("On anvil", () => {
  let project: string;
  let folder: string;
  let node: TestNode;
  let ticket: Ticket;
  let services: Awaited<ReturnType<typeof startVerificationServices>>;
  let paid = 0n;

  async function done(...words: string[]): Promise<string> {
    const env = {
      REHEARSAL_RPC_URL: node.url,
      SOURCIFY_API_URL: services.sourcifyUrl,
      ETHERSCAN_API_URL: services.etherscanUrl,
      ETHERSCAN_API_KEY: ETHERSCAN_KEY,
      BLOCKSCOUT_API_URL: services.blockscoutUrl,
    };
    const { code, output, errors } = await runTask(
      { project, env },
      ...words,
      "--network",
      "rehearsal",
    );
    expect(code, errors).to.equal(0);
    return output;
  }

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    folder = await mkdtemp(path.join(tmpdir(), "anvil-"));
    node = await startAnvil(1);
    services = await startVerificationServices(node.url);
  });

  after(async () => {
    await services.close();
    await node.close();
    await rm(folder, { recursive: true });
  });

  it("deploys, and changes nothing the second time", async () => {
    await done("ticket", "deploy");
    const record = JSON.parse(
      await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"),
    );
    ticket = Ticket__factory.connect(record.address, await node.provider.getSigner(0));
    expect(record.chainId).to.equal(1);
    expect(await ticket.owner()).to.equal(record.deployer);
    expect(await done("ticket", "deploy")).to.contain("Nothing to do.");
  });

  it("verifies both contracts", async () => {
    await done("ticket", "verify");
    expect(services.verified).to.have.length(6);
  });

  it(`imports ${CODES} codes in 10 transactions, at 33k gas a code at most`, async () => {
    const file = path.join(folder, "affiliates.csv");
    const codes = Array.from({ length: CODES }, (_, i) => `partner-${i}`);
    await writeFile(file, `code\n${codes.join("\n")}\n`);
    const owner = await ticket.owner();
    const nonce = await node.provider.getTransactionCount(owner);
    const output = await done("affiliates", "import", file);
    expect((await node.provider.getTransactionCount(owner)) - nonce).to.equal(10);
    const gas = Number(/([\d,]+) gas a code/.exec(output)?.[1]?.replaceAll(",", ""));
    expect(gas).to.be.within(20_000, 33_000);
    expect(await ticket.isAffiliateActive("partner-999")).to.equal(true);
  });

  it(`reports ${SALES} sales to the wei`, async () => {
    const price = await ticket.getAffiliatePriceForQuantity(1);
    const buyers = (await node.provider.listAccounts()).slice(1, 9);
    const hashes: string[] = [];
    for (let sale = 0; sale < SALES; sale += 1) {
      const from = buyers[sale % buyers.length]?.address ?? "";
      const quantity = 1 + (sale % LARGEST_SALE);
      const value = price * BigInt(quantity);
      const data = ticket.interface.encodeFunctionData("buyTicketWithAffiliate", [
        from,
        quantity,
        `partner-${sale % 50}`,
      ]);
      const hash = await node.provider.send("eth_sendTransaction", [
        {
          from,
          to: await ticket.getAddress(),
          data,
          value: toQuantity(value),
          gas: toQuantity(300_000),
        },
      ]);
      hashes.push(hash);
      paid += value;
    }
    // Anvil answers before it has mined a transaction.
    await Promise.all(hashes.map((hash) => node.provider.waitForTransaction(hash)));
    const { all, affiliates } = JSON.parse(await done("affiliates", "report", "--json"));
    expect(all).to.deep.equal({
      purchases: SALES,
      tickets: Number(await ticket.totalSupply()),
      paidWei: paid.toString(),
    });
    expect(affiliates).to.have.length(CODES);
    const sum = affiliates.reduce(
      (total: bigint, { paidWei }: { paidWei: string }) => total + BigInt(paidWei),
      0n,
    );
    expect(sum).to.equal(paid);
  });

  it("pays out every wei, and then hands over", async () => {
    const treasury = await node.provider.getSigner(9);
    const before = await node.provider.getBalance(treasury.address);
    await done("ticket", "withdraw", "--to", treasury.address);
    expect((await node.provider.getBalance(treasury.address)) - before).to.equal(paid);
    await done("ticket", "transfer-ownership", treasury.address);
    await done("ticket", "accept-ownership");
    expect(await ticket.owner()).to.equal(treasury.address);
  });
});
