import { expect } from "chai";
import type { Wallet } from "ethers";
import type { Ticket } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { fundedWallet, recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments } from "../support/project.ts";

describe("The owner's key", () => {
  let project: string;
  let node: TestNode;
  let owner: Wallet;
  let deployer: Wallet;
  let ticket: Ticket;
  let clean: string;

  before(async () => {
    ({ project, node, owner, ticket } = await startOwnedSale("owner's key"));
    deployer = await fundedWallet(node, "deployer's key");
    await recordAsMainnet(project);
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const run = (keys: Readonly<Record<string, string>>, ...words: string[]) =>
    runTask(
      {
        project,
        env: { MAINNET_RPC_URL: node.url, MAINNET_SECOND_RPC_URL: `${node.url}/second`, ...keys },
      },
      ...words,
      ...["--yes", "--network", "mainnet"],
    );
  const setPrice = (keys: Readonly<Record<string, string>>) =>
    run(keys, "ticket", "set-price", typed(RAISED_PRICE));

  it("signs what the owner changes, beside the deployer's and without it", async () => {
    for (const keys of [
      { OWNER_PRIVATE_KEY: owner.privateKey, DEPLOYER_PRIVATE_KEY: deployer.privateKey },
      { OWNER_PRIVATE_KEY: owner.privateKey.slice(2) },
    ]) {
      await node.provider.send("evm_revert", [clean]);
      clean = await node.provider.send("evm_snapshot", []);
      const { code, output, errors } = await setPrice(keys);
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`  from        ${owner.address}, the owner (OWNER_PRIVATE_KEY)\n`);
      expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);
    }
  });

  it("is the deployer's where there is none", async () => {
    const { code, output, errors } = await setPrice({ DEPLOYER_PRIVATE_KEY: owner.privateKey });
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`  from        ${owner.address}, the owner (DEPLOYER_PRIVATE_KEY)\n`);
  });

  it("is named with its account if it is not the owner's, and nothing is sent", async () => {
    for (const [variable, keys] of [
      [
        "OWNER_PRIVATE_KEY",
        { OWNER_PRIVATE_KEY: deployer.privateKey, DEPLOYER_PRIVATE_KEY: owner.privateKey },
      ],
      ["DEPLOYER_PRIVATE_KEY", { DEPLOYER_PRIVATE_KEY: deployer.privateKey }],
    ] as const) {
      const { code, errors } = await setPrice(keys);
      expect(errors).to.equal(
        `Error: Only the owner ${owner.address} can do this, and this account is ${deployer.address} (${variable}). ` +
          "Set OWNER_PRIVATE_KEY to its key.\n",
      );
      expect(code).to.equal(1);
    }
    expect(await owner.getNonce()).to.equal(0);
  });

  it("is refused under its own name if it is none, and is not repeated", async () => {
    for (const key of ["0xdeadbeef", `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`]) {
      const { code, errors } = await setPrice({ OWNER_PRIVATE_KEY: key });
      expect(errors).to.equal(
        "Error: OWNER_PRIVATE_KEY is not a private key: 64 hex digits, not all of them 0\n",
      );
      expect(code).to.equal(1);
    }
  });

  it("deploys no renderer: that is the deployer's", async () => {
    const keys = { OWNER_PRIVATE_KEY: owner.privateKey, DEPLOYER_PRIVATE_KEY: deployer.privateKey };
    const folder = "https://a.example/b/";
    const { code, output, errors } = await run(keys, "ticket", "deploy-renderer", folder);
    expect(code, errors).to.equal(0);
    expect(output).to.contain(
      `  from        ${deployer.address}, the deployer (DEPLOYER_PRIVATE_KEY)\n  https://etherscan.io/address/${deployer.address}\n`,
    );
    expect(await deployer.getNonce()).to.equal(1);
    const [hash = ""] = /0x[0-9a-f]{64}/.exec(output) ?? [];
    expect(output).to.contain(`  https://etherscan.io/tx/${hash}\n`);
  });
});
