import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { size } from "../../../collection.ts";
import { discounted } from "../../support/collection.ts";
import { runTask } from "../support/command.ts";
import { literally, PRICE, printed, RAISED_PRICE, SYMBOL, typed } from "../support/money.ts";
import { idle, refusal, useSale } from "../support/sale.ts";

describe("The sale's tasks", () => {
  const sale = useSale({}, async () => {});
  const ticket = (...words: string[]) => sale.task("ticket", ...words);
  const done = (...words: string[]) => sale.done("ticket", ...words);

  it("change the price, show it before and after with its cost, and say when it is so already", async () => {
    const output = await done("set-price", typed(RAISED_PRICE));
    expect(output).to.contain(`price       ${printed(PRICE)} -> ${printed(RAISED_PRICE)}`);
    expect(output).to.match(
      new RegExp(
        `cost {8}about 0\\.\\d+ ${SYMBOL} \\([\\d,]+ gas at a base fee of [\\d.]+ gwei\\)`,
      ),
    );
    expect(output).to.match(
      new RegExp(`Done in block \\d+ for about 0\\.\\d+ ${SYMBOL}: 0x[0-9a-f]{64}\\n$`),
    );
    expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);
    expect(await ticket("set-price", typed(RAISED_PRICE))).to.deep.equal(
      idle(`The price is already ${printed(RAISED_PRICE)}. Nothing to do.`),
    );
  });

  it("pause and resume sales", async () => {
    expect(await done("pause")).to.contain("sales       open -> paused");
    expect(await sale.ticket.paused()).to.equal(true);
    expect(await ticket("pause")).to.deep.equal(idle("Sales are already paused. Nothing to do."));
    expect(await done("unpause")).to.contain("sales       paused -> open");
    expect(await sale.ticket.paused()).to.equal(false);
    expect(await ticket("unpause")).to.deep.equal(idle("Sales are already open. Nothing to do."));
  });

  it("change receiver and share of the royalty, each by itself", async () => {
    const { address: other } = sale.account(1);
    const royalty = async () => [...(await sale.ticket.royaltyInfo(1, 10_000))];
    await done("set-royalty", "--bps", "250");
    expect(await royalty()).to.deep.equal([sale.owner.address, 250n]);
    const changed = await done("set-royalty", "--receiver", other);
    expect(changed).to.contain(`2.5 % to ${sale.owner.address} -> 2.5 % to ${other}\n`);
    expect(await royalty()).to.deep.equal([other, 250n]);
    await done("set-royalty", "--bps", "25", "--receiver", sale.owner.address);
    expect(await royalty()).to.deep.equal([sale.owner.address, 25n]);
    expect(await ticket("set-royalty", "--bps", "25")).to.deep.equal(
      idle(`The royalty is already 0.25 % to ${sale.owner.address}. Nothing to do.`),
    );
  });

  it("withdraw every wei, say when there is nothing, and what the contract says when it refuses", async () => {
    expect(await ticket("withdraw")).to.deep.equal(
      idle("There is nothing to withdraw. Nothing to do."),
    );
    const value = await sale.buy(3, null);
    const renderer = await sale.ticket.renderer();
    expect(await sale.refused("ticket", "withdraw", "--to", renderer)).to.equal(
      `Error: The contract refuses: WithdrawFailed(${renderer}, ${value})\n`,
    );
    const { address: other } = sale.account(1);
    const before = await sale.balance(other);
    expect(await done("withdraw", "--to", other)).to.contain(`paid out    ${printed(3n * PRICE)}`);
    expect((await sale.balance(other)) - before).to.equal(value);
    expect(await sale.balance(await sale.ticket.getAddress())).to.equal(0n);
  });

  it("show how the sale stands, for people and as one JSON document", async () => {
    const [next, buyer] = [sale.account(1).address, sale.account(5).address];
    await sale.buy(3, null);
    await (await sale.ticket.withdraw(next)).wait();
    await sale.buy(1, null);
    await (await sale.ticket.transferOwnership(next)).wait();
    const text = await done("status");
    for (const line of [
      "sales       open",
      `price       ${printed(PRICE)} (${printed(discounted(PRICE))} with a code)`,
      `taken       ${printed(4n * PRICE)}`,
      `balance     ${printed(PRICE)} to withdraw`,
      `next owner  ${next}, once it accepts`,
    ]) {
      expect(text).to.contain(line);
    }
    expect(text).to.contain(`4 of ${size.toLocaleString("en-US")}`);
    expect(text).to.match(
      new RegExp(`Last sales:\n.+ 1 ticket +${literally(printed(PRICE))} {2}-.+\n.+ 3 tickets`),
    );
    const status = JSON.parse(await done("status", "--json"));
    expect(status).to.deep.include({
      chainId: 1,
      address: await sale.ticket.getAddress(),
      supply: 4,
      priceWei: PRICE.toString(),
      paidWei: (4n * PRICE).toString(),
      balanceWei: PRICE.toString(),
      paused: false,
      owner: sale.owner.address,
      pendingOwner: next,
    });
    expect(status.lastSales).to.have.length(2);
    expect(status.lastSales[0]).to.include({ buyer, quantity: 1, code: null });
    await (await sale.ticket.pause()).wait();
    expect(await done("status")).to.contain("sales       paused");
  });

  describe("refuse in one line, without a stack trace even on CI,", () => {
    for (const [what, network, env, line] of [
      [
        "a configuration variable that is not set",
        "sepolia",
        () => ({}),
        "SEPOLIA_RPC_URL is not set. Set it: npm run hardhat -- keystore set SEPOLIA_RPC_URL (or in the environment)",
      ],
      [
        "another chain behind the URL",
        "sepolia",
        () => ({ SEPOLIA_RPC_URL: sale.node.url }),
        "The endpoint of sepolia serves chain 1, not 11155111. Check its URL.",
      ],
      [
        "an endpoint that is down",
        "localhost",
        () => ({ LOCALHOST_RPC_URL: "http://127.0.0.1:9" }),
        "The endpoint of localhost does not answer. Start it with npm start. Set CHAIN_PORT if its port is not 8545.",
      ],
      [
        "a network without a record",
        "mainnet",
        () => ({ MAINNET_RPC_URL: sale.node.url }),
        "Nothing is recorded for mainnet (deployments/mainnet/record.json). " +
          "Deploy first: npm run hardhat -- ticket deploy --network mainnet",
      ],
    ] as const) {
      it(what, async () => {
        const ended = await runTask(
          { project: sale.project, env: env() },
          ...["ticket", "status", "--network", network],
        );
        expect({ ...ended, sent: 0 }).to.deep.equal(refusal(line));
      });
    }
  });

  it("freeze the renderer for ever, unless it is no contract", async () => {
    const before = await sale.ticket.renderer();
    const { address: other } = sale.account(1);
    await (await sale.ticket.setRenderer(other)).wait();
    expect(await ticket("freeze-metadata")).to.deep.equal(
      refusal(
        `There is no contract at the renderer's address ${other}, so the metadata can't be frozen. ` +
          "First set a renderer that draws: ticket set-renderer",
      ),
    );
    await (await sale.ticket.setRenderer(before)).wait();

    expect(await done("freeze-metadata")).to.contain("Freezing can't be undone");
    expect(await sale.ticket.metadataFrozen()).to.equal(true);
    expect(await done("freeze-metadata")).to.contain("already frozen. Nothing to do.");
    expect(await sale.refused("ticket", "set-renderer", other)).to.contain(
      "The metadata is frozen",
    );
  });

  it("hand the ownership over in two steps, and withdraw an offer", async () => {
    const { address: owner } = sale.owner;
    const { address: other } = sale.account(1);
    const transfer = (to: string) => ticket("transfer-ownership", to);
    expect(await done("transfer-ownership", other)).to.contain(
      "  Warning: the new owner is a single account. Use a Safe with a threshold of 2.\n",
    );
    expect([await sale.ticket.pendingOwner(), await sale.ticket.owner()]).to.deep.equal([
      other,
      owner,
    ]);
    expect(await transfer(other)).to.deep.equal(
      idle(
        `The ownership is already offered to ${other}, and moves when it accepts. Nothing to do.`,
      ),
    );
    expect(await transfer(owner)).to.deep.equal(
      refusal(
        `${owner} is the owner, and the offer to ${other} stands. To withdraw it: ` +
          "npm run hardhat -- ticket transfer-ownership none --network rehearsal",
      ),
    );
    expect(await done("transfer-ownership", "none")).to.contain(`next owner  ${other} -> none\n`);
    expect([await sale.ticket.pendingOwner(), await sale.ticket.owner()]).to.deep.equal([
      ZeroAddress,
      owner,
    ]);
    expect(await transfer("none")).to.deep.equal(
      idle("The ownership is offered to no one. Nothing to do."),
    );
    expect(await transfer(owner)).to.deep.equal(
      idle(`The owner is already ${owner}. Nothing to do.`),
    );
    await done("transfer-ownership", other);
    await done("accept-ownership");
    expect(await sale.ticket.owner()).to.equal(other);
  });
});
