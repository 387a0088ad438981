import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { concat, getAddress, type JsonRpcSigner, ZeroAddress } from "ethers";
import { maxPrice, priceStep, size } from "../../../collection.ts";
import { networkNames } from "../../../networks.ts";
import {
  deploySafeWallet,
  executeBatch,
  safeFilesIn,
} from "../../../scripts/dev/rehearse/safe-wallet.ts";
import type { ITicket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { discounted } from "../../support/collection.ts";
import { startHttpServer } from "../../support/http-server.ts";
import type { Ended } from "../../support/process.ts";
import { runTask, startTask } from "../support/command.ts";
import { literally, PRICE, printed, RAISED_PRICE, SYMBOL, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

describe("The sale's tasks", () => {
  let project: string;
  let node: TestNode;
  let accounts: readonly JsonRpcSigner[];
  let owner: JsonRpcSigner;
  let other: JsonRpcSigner;
  let buyer: JsonRpcSigner;
  let ticket: ITicket & ReturnType<typeof Ticket__factory.connect>;

  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  }

  function expectRefusal({ code, output, errors }: Ended, line: string | RegExp): void {
    expect(errors).to.match(/^Error: .+\n$/);
    if (typeof line === "string") expect(errors).to.equal(`Error: ${line}\n`);
    else expect(errors).to.match(line);
    expect(errors).not.to.match(/^\s+at /m);
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
  }

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    accounts = await node.provider.listAccounts();
    const [first, second, third] = accounts;
    if (!first || !second || !third) throw new Error("Too few accounts");
    [owner, other, buyer] = [first, second, third];
    await done("ticket", "deploy");
    const record = JSON.parse(
      await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"),
    );
    ticket = Ticket__factory.connect(record.address, owner);
  });

  after(() => node.close());

  it("change the price, show it before and after with its cost, and say when it is so already", async () => {
    const output = await done("ticket", "set-price", typed(RAISED_PRICE));
    expect(output).to.contain(`price       ${printed(PRICE)} -> ${printed(RAISED_PRICE)}`);
    expect(output).to.match(
      new RegExp(
        `cost {8}about 0\\.\\d+ ${SYMBOL} \\([\\d,]+ gas at a base fee of [\\d.]+ gwei\\)`,
      ),
    );
    expect(output).to.match(
      new RegExp(`Done in block \\d+ for about 0\\.\\d+ ${SYMBOL}: 0x[0-9a-f]{64}\\n$`),
    );
    expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);

    const nonce = await owner.getNonce();
    expect(await done("ticket", "set-price", typed(RAISED_PRICE))).to.equal(
      `The price is already ${printed(RAISED_PRICE)}. Nothing to do.\n`,
    );
    expect(await owner.getNonce()).to.equal(nonce);
  });

  it("pause and resume sales", async () => {
    expect(await done("ticket", "pause")).to.contain("sales       open -> paused");
    expect(await ticket.paused()).to.equal(true);
    expect(await done("ticket", "pause")).to.equal("Sales are already paused. Nothing to do.\n");
    await done("ticket", "unpause");
    expect(await ticket.paused()).to.equal(false);
    expect(await done("ticket", "unpause")).to.equal("Sales are already open. Nothing to do.\n");
  });

  it("change receiver and share of the royalty, each by itself", async () => {
    await done("ticket", "set-royalty", "--bps", "250");
    expect(await ticket.royaltyInfo(1, 10_000)).to.deep.equal([owner.address, 250n]);
    await done("ticket", "set-royalty", "--receiver", other.address);
    expect(await ticket.royaltyInfo(1, 10_000)).to.deep.equal([other.address, 250n]);
    expect(await done("ticket", "set-royalty", "--bps", "250")).to.match(
      /already .+ Nothing to do/,
    );
  });

  it("withdraw every wei, and say when there is nothing", async () => {
    expect(await done("ticket", "withdraw")).to.contain("There is nothing to withdraw.");
    const value = await ticket.getPriceForQuantity(3);
    await (await ticket.connect(buyer).buyTicket(buyer.address, 3, { value })).wait();
    const before = await node.provider.getBalance(other.address);
    const output = await done("ticket", "withdraw", "--to", other.address);
    expect(output).to.contain(`paid out    ${printed(3n * RAISED_PRICE)}`);
    expect((await node.provider.getBalance(other.address)) - before).to.equal(value);
    expect(await node.provider.getBalance(await ticket.getAddress())).to.equal(0n);
  });

  it("show how the sale stands, for people and as one JSON document", async () => {
    const text = await done("ticket", "status");
    expect(text).to.contain(`3 of ${size.toLocaleString("en-US")}`);
    expect(text).to.contain(
      `price       ${printed(RAISED_PRICE)} (${printed(discounted(RAISED_PRICE))} with a code)`,
    );
    expect(text).to.match(
      new RegExp(`Last sales:\\n.+3 tickets\\s+${literally(printed(3n * RAISED_PRICE))} {2}-`),
    );

    const status = JSON.parse(await done("ticket", "status", "--json"));
    expect(status).to.deep.include({
      chainId: 1,
      address: await ticket.getAddress(),
      supply: 3,
      priceWei: RAISED_PRICE.toString(),
      paidWei: (3n * RAISED_PRICE).toString(),
      balanceWei: "0",
      paused: false,
      owner: owner.address,
      pendingOwner: null,
    });
    expect(status.lastSales).to.have.length(1);
    expect(status.lastSales[0]).to.include({ buyer: buyer.address, quantity: 3, code: null });
  });

  it("replace the renderer by one that draws, and by nothing else", async () => {
    expectRefusal(
      await task("ticket", "set-renderer", other.address),
      /doesn't draw tickets: tokenURI\(1\)/,
    );
    const before = await ticket.renderer();
    const code = await node.provider.getCode(before);
    const copy = "0x00000000000000000000000000000000000a11ce";
    await node.provider.send("hardhat_setCode", [copy, code]);
    await done("ticket", "set-renderer", copy);
    expect((await ticket.renderer()).toLowerCase()).to.equal(copy);
  });

  describe("refuse in one line, without a stack trace even on CI,", () => {
    type Cases = readonly (readonly [string, readonly string[], string | RegExp])[];
    const badValues: Cases = [
      [
        "a price that is none",
        ["ticket", "set-price", "cheap"],
        `The price is not an amount in ${SYMBOL}: cheap`,
      ],
      [
        "a price off the step",
        ["ticket", "set-price", typed(priceStep / 2n)],
        `The price must be a multiple of ${printed(priceStep)}, above 0 and at most ${typed(maxPrice)}: ${typed(priceStep / 2n)}`,
      ],
      [
        "a royalty above a tenth",
        ["ticket", "set-royalty", "--bps", "1001"],
        "--bps must be basis points, 0 to 1000: 1001",
      ],
      [
        "an address with a wrong checksum",
        ["ticket", "withdraw", "--to", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267"],
        "--to is misspelt: the capitals of 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267, which are its checksum, " +
          "don't fit its digits. Copy it again",
      ],
      [
        "the zero address",
        ["ticket", "transfer-ownership", `0x${"0".repeat(40)}`],
        `The new owner is the zero address: 0x${"0".repeat(40)}`,
      ],
    ];
    for (const [what, words, line] of badValues) {
      it(what, async () => expectRefusal(await task(...words), line));
    }

    // The configuration checks the command line when it loads, so this starts a new process.
    it("a missing argument", async () => {
      const words = ["ticket", "set-price", "--network", "rehearsal"];
      const { ended } = startTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words);
      expectRefusal(
        await ended,
        `ticket set-price needs price: In the network's currency, a multiple of ${typed(priceStep)}, at most ${typed(maxPrice)}. See: npm run hardhat -- ticket set-price --help`,
      );
    });

    it("an unknown network", async () => {
      expectRefusal(
        await runTask({ project }, "ticket", "status", "--network", "goerli"),
        `No network is called goerli. Choose one: --network ${networkNames.join(", ")}, rehearsal`,
      );
    });

    it("a network that is not named", async () => {
      expectRefusal(
        await runTask({ project }, "ticket", "status"),
        `Say where: --network ${networkNames.join(", ")}, rehearsal`,
      );
    });

    it("a configuration variable that is not set", async () => {
      expectRefusal(
        await runTask({ project }, "ticket", "status", "--network", "sepolia"),
        "SEPOLIA_RPC_URL is not set. Set it: npm run hardhat -- keystore set SEPOLIA_RPC_URL (or in the environment)",
      );
    });

    it("a key that is none, without repeating it", async () => {
      for (const key of ["0xdeadbeef", `0x${"0".repeat(64)}`, `0x${"f".repeat(64)}`]) {
        const env = { MAINNET_RPC_URL: node.url, DEPLOYER_PRIVATE_KEY: key };
        expectRefusal(
          await runTask({ project, env }, "ticket", "deploy", "--network", "mainnet"),
          "DEPLOYER_PRIVATE_KEY is not a private key: 64 hex digits, not all of them 0",
        );
      }
    });

    it("an endpoint that refuses", async () => {
      const endpoint = await startHttpServer((_, response) => {
        response.writeHead(401).end("<html>no</html>");
      });
      const env = { SEPOLIA_RPC_URL: `http://127.0.0.1:${endpoint.port}/key` };
      const ended = await runTask({ project, env }, "ticket", "status", "--network", "sepolia");
      await endpoint.close();
      expectRefusal(
        ended,
        "The endpoint of sepolia answers HTTP 401: it refuses. Is the key in its URL right?",
      );
    });

    it("another chain behind the URL", async () => {
      const env = { SEPOLIA_RPC_URL: node.url };
      expectRefusal(
        await runTask({ project, env }, "ticket", "status", "--network", "sepolia"),
        "The endpoint of sepolia serves chain 1, not 11155111. Check its URL.",
      );
    });

    it("an endpoint that is down", async () => {
      const env = { LOCALHOST_RPC_URL: "http://127.0.0.1:9" };
      expectRefusal(
        await runTask({ project, env }, "ticket", "status", "--network", "localhost"),
        "The endpoint of localhost does not answer. Start it with npm start. CHAIN_PORT is its port, if it is not 8545.",
      );
    });

    it("a network without a record", async () => {
      const env = { MAINNET_RPC_URL: node.url };
      expectRefusal(
        await runTask({ project, env }, "ticket", "status", "--network", "mainnet"),
        "Nothing is recorded for mainnet (deployments/mainnet/record.json). " +
          "Deploy first: npm run hardhat -- ticket deploy --network mainnet",
      );
    });
  });

  it("say what the contract said when it refuses", async () => {
    const value = await ticket.getPriceForQuantity(1);
    await (await ticket.connect(buyer).buyTicket(buyer.address, 1, { value })).wait();
    const renderer = await ticket.renderer();
    const { code, errors } = await task("ticket", "withdraw", "--to", renderer);
    expect(code).to.equal(1);
    expect(errors).to.equal(`Error: The contract refuses: WithdrawFailed(${renderer}, ${value})\n`);
  });

  it("each have a help with an example", async () => {
    for (const [group, least] of [
      ["ticket", 6],
      ["affiliates", 6],
      ["affiliates payees", 2],
    ] as const) {
      const { code, output } = await runTask({ project }, ...group.split(" "), "--help");
      expect(code).to.equal(0);
      const lines = output.split("\n").filter((line) => line.startsWith(`  ${group} `));
      expect(lines.length, group).to.be.at.least(least);
      for (const line of lines)
        expect(line).to.match(/Example: npm run hardhat -- .+ --network \w+/);
    }
  });

  it("freeze no renderer that is no contract", async () => {
    const before = await ticket.renderer();
    await (await ticket.setRenderer(other.address)).wait();

    expectRefusal(
      await task("ticket", "freeze-metadata"),
      `There is no contract at the renderer's address ${other.address}, so it can't be frozen. ` +
        "Set one that draws first: ticket set-renderer",
    );
    expect(await ticket.metadataFrozen()).to.equal(false);
    await (await ticket.setRenderer(before)).wait();
  });

  it("freeze the renderer for ever", async () => {
    expect(await done("ticket", "freeze-metadata")).to.contain("Freezing can't be undone");
    expect(await ticket.metadataFrozen()).to.equal(true);
    expect(await done("ticket", "freeze-metadata")).to.contain("already frozen. Nothing to do.");
    const { code, errors } = await task("ticket", "set-renderer", other.address);
    expect(code).to.equal(1);
    expect(errors).to.contain("The metadata is frozen");
  });

  it("take an account that delegates to a contract for an account, and a contract for one", async () => {
    const delegating = getAddress(`0x${"d1e6".padStart(40, "0")}`);
    const code = concat(["0xef0100", await ticket.getAddress()]);
    await node.provider.send("hardhat_setCode", [delegating, code]);
    expect(await done("ticket", "transfer-ownership", delegating)).to.contain(
      "Warning: the new owner is a single account. Use a Safe",
    );
    expect(await done("ticket", "transfer-ownership", await ticket.renderer())).to.contain(
      "Warning: the new owner is a contract, but not a Safe. Use a Safe",
    );
  });

  it("withdraw an offer of the ownership", async () => {
    await done("ticket", "transfer-ownership", other.address);
    expectRefusal(
      await task("ticket", "transfer-ownership", owner.address),
      `${owner.address} is the owner, and the offer to ${other.address} stands. To withdraw it: ` +
        "npm run hardhat -- ticket transfer-ownership none --network rehearsal",
    );
    expect(await ticket.pendingOwner()).to.equal(other.address);

    expect(await done("ticket", "transfer-ownership", "none")).to.contain(
      `next owner  ${other.address} -> none\n`,
    );
    expect(await ticket.pendingOwner()).to.equal(ZeroAddress);
    expect(await ticket.owner()).to.equal(owner.address);
    expect(await done("ticket", "transfer-ownership", "none")).to.equal(
      "The ownership is offered to no one. Nothing to do.\n",
    );
    expect(await done("ticket", "transfer-ownership", owner.address)).to.equal(
      `The owner is already ${owner.address}. Nothing to do.\n`,
    );
  });

  it("hand the ownership over in two steps, and write a Safe's transactions instead of sending", async () => {
    const safeOwners = accounts.slice(4, 7);
    const safe = await deploySafeWallet(safeOwners, 2);
    const address = await safe.getAddress();
    await done("ticket", "transfer-ownership", address);
    expect(await ticket.pendingOwner()).to.equal(address);
    expect(await ticket.owner()).to.equal(owner.address);
    expect(await done("ticket", "transfer-ownership", address)).to.contain("Nothing to do.");

    const batch = (said: string) => path.join(project, safeFilesIn(said)[0] ?? "");
    const output = await done("ticket", "accept-ownership");
    expect(output).to.contain("a Safe (2 of 3): nothing was sent");
    expect(await ticket.owner()).to.equal(owner.address);
    await executeBatch(safe, safeOwners.slice(0, 2), batch(output));
    expect(await ticket.owner()).to.equal(address);
    expect(await done("ticket", "accept-ownership")).to.contain("Nothing to do.");

    const priced = await done("ticket", "set-price", typed(2n * RAISED_PRICE));
    expect(await ticket.ticketPrice()).to.equal(RAISED_PRICE);
    const written = JSON.parse(await readFile(batch(priced), "utf8"));
    expect(written).to.deep.include({ version: "1.0", chainId: "1" });
    expect(written.meta.createdFromSafeAddress).to.equal(address);
    expect(written.transactions).to.deep.equal([
      {
        to: await ticket.getAddress(),
        value: "0",
        data: null,
        contractMethod: {
          name: "setTicketPrice",
          payable: false,
          inputs: [{ internalType: "uint256", name: "price", type: "uint256" }],
        },
        contractInputsValues: { price: String(2n * RAISED_PRICE) },
      },
    ]);
    await executeBatch(safe, safeOwners.slice(0, 2), batch(priced));
    expect(await ticket.ticketPrice()).to.equal(2n * RAISED_PRICE);
    expect(await done("ticket", "status")).to.contain(`owner       ${address} (a Safe)`);

    const added = await done("affiliates", "add", "carol");
    expect(added).to.contain("inactive -> active");
    expect(added).to.contain("The owner is a Safe (2 of 3): nothing was sent.");
    expect(added).to.match(
      /^ {2}deployments\/rehearsal\/safe\/\d{8}T\d{6}Z-affiliates-add-nonce2-[0-9a-f]{8}\.json$/m,
    );
    expect(await ticket.isAffiliateActive("carol")).to.equal(false);
    await executeBatch(safe, safeOwners.slice(0, 2), batch(added));
    expect(await ticket.isAffiliateActive("carol")).to.equal(true);
    expect(await done("affiliates", "add", "carol")).to.contain("already active. Nothing to do.");
  });

  it("refuse an account that is not the owner, and an owner that can't pay", async () => {
    const key = `0x${"11".repeat(32)}`;
    const env = {
      MAINNET_RPC_URL: node.url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: key,
    };
    await recordAsMainnet(project);
    const poor = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
    const asMainnet = (...words: string[]) =>
      runTask({ project, env }, ...words, "--network", "mainnet", "--yes");
    await setOwner(other.address);
    const refused = await asMainnet("ticket", "pause");
    expect(refused.code).to.equal(1);
    expect(refused.errors).to.equal(
      `Error: Only the owner ${other.address} can do this, and this account is ${poor} (DEPLOYER_PRIVATE_KEY). Set OWNER_PRIVATE_KEY to its key.\n`,
    );
    await setOwner(poor);
    await node.provider.send("hardhat_setBalance", [poor, "0x0"]);
    const broke = await asMainnet("ticket", "pause");
    expect(broke.code).to.equal(1);
    expect(broke.errors).to.match(
      new RegExp(
        `^Error: Insufficient funds: 0x19E7.+ has 0 ${SYMBOL} and needs up to 0\\.\\d+ ${SYMBOL}\\. Send it some\\.\\n$`,
      ),
    );
    expect(await ticket.paused()).to.equal(false);

    await node.provider.send("hardhat_setBalance", [poor, "0xde0b6b3a7640000"]);
    const unasked = await runTask({ project, env }, "ticket", "pause", "--network", "mainnet");
    expect(unasked.code).to.equal(1);
    expect(unasked.errors).to.equal(
      "Error: There is no terminal to confirm in: run it in one, or pass --yes\n",
    );
    expect(await ticket.paused()).to.equal(false);
    expect((await asMainnet("ticket", "pause")).code).to.equal(0);
    expect(await ticket.paused()).to.equal(true);
    await rm(path.join(project, "deployments/mainnet"), { recursive: true });
  });

  async function setOwner(address: string): Promise<void> {
    const { data: offer } = await ticket.transferOwnership.populateTransaction(address);
    const { data: accept } = await ticket.acceptOwnership.populateTransaction();
    for (const [from, data] of [
      [await ticket.owner(), offer],
      [address, accept],
    ]) {
      await node.provider.send("hardhat_impersonateAccount", [from]);
      await node.provider.send("hardhat_setBalance", [from, "0xde0b6b3a7640000"]);
      await node.provider.send("eth_sendTransaction", [
        { from, to: await ticket.getAddress(), data },
      ]);
      await node.provider.send("hardhat_stopImpersonatingAccount", [from]);
    }
    expect(await ticket.owner()).to.equal(address);
  }
});
