import { expect } from "chai";
import type { Wallet } from "ethers";
import { useLiveSale } from "../support/live-sale.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import { fundedWallet } from "../support/owned-sale.ts";

describe("The owner's key", () => {
  const sale = useLiveSale("owner's key");
  let deployer: Wallet;

  before(async () => {
    deployer = await fundedWallet(sale.node, "deployer's key");
  });

  /** Hardhat treats an empty variable as unset. */
  const run = (owners: string, deployers: string, task: string) =>
    sale.run(`${task} --yes`, {
      env: { OWNER_PRIVATE_KEY: owners, DEPLOYER_PRIVATE_KEY: deployers },
    });
  const setPrice = (owners: string, deployers: string) =>
    run(owners, deployers, `ticket set-price ${typed(RAISED_PRICE)}`);

  for (const [what, variable, keys] of [
    ["beside the deployer's", "OWNER", () => [sale.owner.privateKey, deployer.privateKey]],
    ["without it", "OWNER", () => [sale.owner.privateKey.slice(2), ""]],
    ["as the deployer's", "DEPLOYER", () => ["", sale.owner.privateKey]],
  ] as const) {
    it(`signs what the owner changes, ${what}`, async () => {
      const [owners = "", deployers = ""] = keys();
      const { code, output, errors } = await setPrice(owners, deployers);
      expect(code, errors).to.equal(0);
      expect(output).to.contain(
        `  from        ${sale.owner.address}, the owner (${variable}_PRIVATE_KEY)\n`,
      );
      expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);
    });
  }

  it("is named with its account if it is not the owner's, and nothing is sent", async () => {
    for (const [variable, owners, deployers] of [
      ["OWNER_PRIVATE_KEY", deployer.privateKey, sale.owner.privateKey],
      ["DEPLOYER_PRIVATE_KEY", "", deployer.privateKey],
    ] as const) {
      const { code, errors } = await setPrice(owners, deployers);
      expect(errors).to.equal(
        `Error: Only the owner ${sale.owner.address} can do this, and this account is ${deployer.address} (${variable}). ` +
          "Set OWNER_PRIVATE_KEY to its key.\n",
      );
      expect(code).to.equal(1);
    }
    expect(await sale.owner.getNonce()).to.equal(0);
  });

  it("is refused under its own name if it is none, and is not repeated", async () => {
    for (const key of ["0xdeadbeef", `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`]) {
      for (const [variable, owners, deployers] of [
        ["OWNER_PRIVATE_KEY", key, ""],
        ["DEPLOYER_PRIVATE_KEY", "", key],
      ] as const) {
        expect(await setPrice(owners, deployers)).to.deep.include({
          code: 1,
          errors: `Error: ${variable} is not a private key: 64 hex digits, not all of them 0\n`,
        });
      }
    }
  });

  it("signs nothing that the account can't pay", async () => {
    await sale.node.provider.send("hardhat_setBalance", [sale.owner.address, "0x0"]);
    const { code, errors } = await setPrice(sale.owner.privateKey, "");
    expect(code).to.equal(1);
    expect(errors).to.match(
      /^Error: Insufficient funds: 0x\w{40} has 0 ETH and needs up to 0\.\d+ ETH\. Send it some\.\n$/,
    );
  });

  it("deploys no renderer: that is the deployer's", async () => {
    const { code, output, errors } = await run(
      ...([sale.owner.privateKey, deployer.privateKey] as const),
      "ticket deploy-renderer https://a.example/b/",
    );
    expect(code, errors).to.equal(0);
    expect(output).to.contain(
      `  from        ${deployer.address}, the deployer (DEPLOYER_PRIVATE_KEY)\n  https://etherscan.io/address/${deployer.address}\n`,
    );
    expect(await deployer.getNonce()).to.equal(1);
    const [hash = ""] = /0x[0-9a-f]{64}/.exec(output) ?? [];
    expect(output).to.contain(`  https://etherscan.io/tx/${hash}\n`);
  });
});
