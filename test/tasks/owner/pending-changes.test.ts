import { expect } from "chai";
import { parseUnits, toQuantity } from "ethers";
import { readNotes, writeNote } from "../../../scripts/tasks/outbox/notes.ts";
import { FolderRenderer__factory } from "../../../typechain-types/index.ts";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import { deployMock } from "../support/deploy-mock.ts";
import { fakeSale } from "../support/fake-sale.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { fundedWallet } from "../support/owned-sale.ts";
import { startInTerminal } from "../support/terminal.ts";

describe("A change that is pending", () => {
  const sale = useLiveSale("pending changes");
  /** A transaction that the node keeps but can't mine next. */
  let pool: { readonly nonce: string } | null;

  before(async () => {
    await sale.node.provider.send("evm_setAutomine", [false]);
  });

  beforeEach(() => {
    pool = null;
  });

  const mine = () => sale.node.provider.send("evm_mine", []);
  const fees = { maxFeePerGas: parseUnits("5", "gwei"), maxPriorityFeePerGas: 10n ** 9n };

  /** Sends a transaction like an interrupted run. */
  const send = async (price: bigint, nonce: number, offered: object = fees) =>
    (await sale.ticket.setTicketPrice(price, { nonce, gasLimit: 60_000, ...offered })).hash;

  async function run(task: string) {
    let asked = 0;
    let sends = 0;
    const ended = await sale.run(`${task} --yes`, {
      first: {
        // Imitates Geth's pool of pending transactions, which this node lacks.
        before({ method, params }) {
          if (pool === null || sends > 0) return undefined;
          if (method === "eth_getTransactionCount" && params[1] === "pending") {
            return { result: toQuantity(Number(pool.nonce) + 1) };
          }
          return method === "eth_getBlockByNumber" && params[0] === "pending"
            ? { result: { transactions: [pool] } }
            : undefined;
        },
        after({ method, params }) {
          if (method === "eth_getTransactionCount" && params[1] === "pending") asked += 1;
          if (method === "eth_sendRawTransaction") sends += 1;
          if ((sends > 0 && method === "eth_getTransactionReceipt") || asked > 1) void mine();
          return undefined;
        },
      },
    });
    return { ...ended, sends };
  }

  const done = async (task: string) => {
    const { code, output, errors, sends } = await run(task);
    expect(code, errors).to.equal(0);
    return { output, sends };
  };

  const refused = async (task: string) => {
    const { code, output, errors, sends } = await run(task);
    expect({ code, output, sends }, errors).to.deep.equal({ code: 1, output: "", sends: 0 });
    return errors;
  };

  const sentBy = async (output: string) =>
    await sale.node.provider.getTransaction(/^Sent (0x[0-9a-f]{64}), /m.exec(output)?.[1] ?? "");

  const SET_PRICE = `ticket set-price ${typed(RAISED_PRICE)}`;

  const priceChanges = async () =>
    (await sale.ticket.queryFilter(sale.ticket.filters.TicketPriceSet()))
      .slice(1)
      .map(({ args }) => args.price);

  it("is waited for if it is what is asked for now, and is not sent again", async () => {
    const hash = await send(RAISED_PRICE, 0);
    expect(await done(SET_PRICE)).to.deep.equal({
      output:
        `Pending from an interrupted run: ${hash}, nonce 0.\n  https://etherscan.io/tx/${hash}\nWaiting for the pending transactions of ${sale.owner.address}.\n` +
        `The price is already ${printed(RAISED_PRICE)}. Nothing to do.\n`,
      sends: 0,
    });
    expect(await priceChanges()).to.deep.equal([RAISED_PRICE]);
  });

  it("is seen before the task says that there is nothing to do", async () => {
    const hash = await send(RAISED_PRICE, 0);
    expect(await refused(`ticket set-price ${typed(PRICE)}`)).to.equal(
      `Error: ${sale.owner.address} has a pending transaction that this command does not ask for: setTicketPrice(${RAISED_PRICE}), ` +
        `nonce 0 (${hash}). Wait until it is mined, or cancel it (ticket pause --cancel cancels all pending transactions), ` +
        "and run this again. Nothing was sent.\n",
    );
  });

  it("stops every other of the owner's tasks but a pause", async () => {
    await send(RAISED_PRICE, 0);
    for (const task of [
      "unpause",
      `withdraw --to ${sale.owner.address}`,
      "set-royalty --bps 1",
      `set-renderer ${sale.owner.address}`,
      "freeze-metadata",
      `transfer-ownership ${sale.owner.address}`,
    ]) {
      expect(await refused(`ticket ${task}`), task).to.contain(
        "that this command does not ask for: setTicketPrice(",
      );
    }
  });

  it("stops the same setting's change to another value", async () => {
    const { address } = sale.owner;
    const { address: other } = sale.account(1);
    const { ticket } = sale;
    const options = { gasLimit: 150_000, ...fees };
    const royalty = () => ticket.setRoyalty(address, 300, options);
    for (const [pending, task] of [
      [royalty, "ticket set-royalty --bps 250"],
      [royalty, `ticket set-royalty --receiver ${other}`],
      [() => ticket.withdraw(other, options), `ticket withdraw --to ${address}`],
      [() => ticket.setAffiliates(["alice"], false, options), "affiliates add alice"],
      [() => ticket.setAffiliates(["alice", "mallory"], true, options), "affiliates add alice"],
    ] as const) {
      const { hash } = await pending();
      expect(await refused(task), task).to.contain("that this command does not ask for: ");
      await sale.node.provider.send("hardhat_dropTransaction", [hash]);
    }
  });

  const SENT = { nonce: 0, hash: null, maxFeePerGas: "1", maxPriorityFeePerGas: "1" };
  const notedAt = async () =>
    fakeSale({ chainId: 1, record: { address: await sale.ticket.getAddress() } });

  it("stops the task if no endpoint shows it, and this machine has noted another call", async () => {
    const data = sale.ticket.interface.encodeFunctionData("setTicketPrice", [2n * PRICE]);
    await writeNote(await notedAt(), sale.owner.address, { ...SENT, data });
    const hiding: Interference = {
      before: ({ method, params }) =>
        method === "eth_getTransactionCount" && params[1] === "pending"
          ? { result: "0x1" }
          : undefined,
    };
    const { code, errors } = await sale.run(`${SET_PRICE} --yes`, { first: hiding });
    expect(code).to.equal(1);
    expect(errors).to.contain(
      "has a pending transaction, nonce 0, that the endpoint does not show",
    );
    expect(await sale.owner.getNonce()).to.equal(0);
  });

  it("is noted no more once a run finds that a block took it", async () => {
    const data = sale.ticket.interface.encodeFunctionData("setTicketPrice", [RAISED_PRICE]);
    await writeNote(await notedAt(), sale.owner.address, { ...SENT, data });
    await send(RAISED_PRICE, 0);
    await mine();
    expect((await done(SET_PRICE)).output).to.contain("Nothing to do.");
    expect(await readNotes(await notedAt(), sale.owner.address)).to.deep.equal([]);
  });

  it("is not waited for once no node has it", async () => {
    const { provider } = sale.node;
    const hash = await send(RAISED_PRICE, 0);
    const dropped = await provider.send("eth_getTransactionByHash", [hash]);
    await provider.send("hardhat_dropTransaction", [hash]);
    let counts = 0;
    let isSent = false;
    const { code, output, errors } = await sale.run(`${SET_PRICE} --yes`, {
      first: {
        before({ method, params }) {
          if (!params.includes("pending") || counts > 2) return undefined;
          if (method === "eth_getTransactionCount") {
            counts += 1;
            return counts > 2 ? undefined : { result: "0x1" };
          }
          return { result: { transactions: [dropped] } };
        },
        after({ method }) {
          isSent ||= method === "eth_sendRawTransaction";
          if (isSent && method === "eth_getTransactionReceipt") void mine();
          return undefined;
        },
      },
    });
    expect(code, errors).to.equal(0);
    expect(output).to.contain(`Pending from an interrupted run: ${hash}`);
    expect(await priceChanges()).to.deep.equal([RAISED_PRICE]);
  });

  it("is replaced at a fee above the dearest of several", async () => {
    await send(RAISED_PRICE, 0, { ...fees, maxFeePerGas: parseUnits("20", "gwei") });
    await send(RAISED_PRICE, 1);
    const { output } = await done(`${SET_PRICE} --speed-up`);
    const mined = await sentBy(output);
    expect(mined?.nonce).to.equal(0);
    expect(Number(mined?.maxFeePerGas)).to.be.greaterThan(22e9);
  });

  it("is replaced by --speed-up, in its own place and at a higher fee", async () => {
    const hash = await send(RAISED_PRICE, 0);
    const { output, sends } = await done(`${SET_PRICE} --speed-up`);
    expect(output).to.contain("  replaces    what is pending, at a higher fee\n");
    const mined = await sentBy(output);
    expect(mined?.nonce).to.equal(0);
    expect(Number(mined?.maxFeePerGas)).to.be.greaterThan(Number(fees.maxFeePerGas) * 1.1);
    expect(Number(mined?.maxPriorityFeePerGas)).to.be.greaterThan(1.1e9);
    expect(await sale.node.provider.getTransactionReceipt(hash)).to.equal(null);
    expect(sends).to.equal(1);
    expect(await sale.owner.getNonce()).to.equal(1);
    expect(await priceChanges()).to.deep.equal([RAISED_PRICE]);
  });

  it("is not sent a second time if a block takes it while its replacement is asked about", async () => {
    await send(RAISED_PRICE, 0);
    const words = `${SET_PRICE} --speed-up --network mainnet`.split(" ");
    const started = startInTerminal(await sale.at({ second: "none" }), ...words);
    await started.screen.saw(/Type yes to go on: /);
    await mine();
    await sale.node.provider.send("evm_setIntervalMining", [100]);
    await started.answer(/Type yes to go on: /, "yes");
    const { code, output } = await started.ended;
    await sale.node.provider.send("evm_setIntervalMining", [0]);
    expect(code, output).to.equal(1);
    expect(output).to.contain(
      `Error: Another transaction used nonce 0 of ${sale.owner.address} before this one was sent. ` +
        "Run the same command again: it continues from what is on chain.\n",
    );
    expect(await sale.owner.getNonce()).to.equal(1);
  });

  it("is replaced without being asked to if its fee has become too low, by a call that includes it", async () => {
    const low = { maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 1n };
    const { hash } = await sale.ticket.setAffiliates(["alice"], true, { gasLimit: 90_000, ...low });
    await sale.baseFeeOf(20n * 10n ** 9n);
    pool = await sale.node.provider.send("eth_getTransactionByHash", [hash]);
    const { output, sends } = await done("affiliates add alice bob");
    expect(output).to.contain(`Pending from an interrupted run: ${hash}, nonce 0.`);
    expect(output).to.contain("  replaces    what is pending, at a higher fee\n");
    expect(sends).to.equal(1);
    expect(await sale.owner.getNonce()).to.equal(1);
    for (const code of ["alice", "bob"]) {
      expect(await sale.ticket.isAffiliateActive(code)).to.equal(true);
    }
  });

  it("is taken back by --cancel, all of it, each in its own place", async () => {
    const hashes = [];
    for (const [nonce, price] of [RAISED_PRICE, PRICE, RAISED_PRICE].entries()) {
      hashes.push(await send(price, nonce));
    }
    const { output, sends } = await done("ticket pause --cancel");
    for (const [nonce, hash] of hashes.entries()) {
      expect(output).to.contain(`  nonce ${nonce}: setTicketPrice(`).and.to.contain(hash);
    }
    expect(output).to.match(/\nDone: 3 transactions cancelled\.\n$/);
    expect(sends).to.equal(3);
    expect(await sale.owner.getNonce()).to.equal(3);
    expect(await priceChanges()).to.deep.equal([]);
    expect(await sale.ticket.paused()).to.equal(false);

    expect(await done("ticket pause --cancel")).to.deep.equal({
      output: `${sale.owner.address} has no pending transaction. Nothing to do.\n`,
      sends: 0,
    });
  });

  it("is not taken back by --cancel if a block takes it first, and the task says so", async () => {
    const hash = await send(RAISED_PRICE, 0);
    const words = ["ticket", "pause", "--cancel", "--network", "mainnet"];
    const started = startInTerminal(await sale.at(), ...words);
    await started.screen.saw(/Type yes to go on: /);
    await mine();
    await started.answer(/Type yes to go on: /, "yes");
    const { code, output } = await started.ended;
    expect(code, output).to.equal(0);
    expect(output).to.contain(`${hash} is already in a block, so it can't be cancelled.\n`);
    expect(output).to.contain("Done: 0 transactions cancelled.\n");
  });

  it("costs no more than --max-fee, or is not sent", async () => {
    const { output } = await done(`${SET_PRICE} --max-fee 1.2`);
    expect((await sentBy(output))?.maxFeePerGas).to.equal(parseUnits("1.2", "gwei"));

    await send(PRICE, 1);
    const back = `ticket set-price ${typed(PRICE)} --speed-up --max-fee 5.5`;
    expect((await run(back)).errors).to.equal(
      "Error: Replacing the pending transactions takes 5.65 gwei, above --max-fee 5.5 gwei. Nothing was sent.\n",
    );
    for (const text of ["0", "-1", "1e9", "lots"]) {
      expect(await refused(`${SET_PRICE} --max-fee=${text}`)).to.equal(
        `Error: --max-fee is not an amount in gwei, for example 1.5: ${text}\n`,
      );
    }
  });

  describe("of a renderer", () => {
    const FOLDER = "ipfs://bafypending/";
    const OTHER = "ipfs://bafyother/";
    const deploy = (folder: string) => `ticket deploy-renderer ${folder}`;
    const create = async (folder: string, offered: object = fees) => {
      const made = await new FolderRenderer__factory(sale.owner).deploy(folder, offered);
      return { address: await made.getAddress(), hash: made.deploymentTransaction()?.hash };
    };
    const isAlready = (address: string) =>
      `FolderRenderer for ${FOLDER} is at ${address} already. ` +
      `Next: npm run hardhat -- ticket set-renderer ${address} --network mainnet\n`;
    const isOther = (nonce: number, hash: string | undefined) =>
      `${sale.owner.address} has a pending transaction that this command does not ask for: a deployment, nonce ${nonce} (${hash}). ` +
      "Wait until it is mined, or cancel it (";

    it("is waited for, and is not made a second time", async () => {
      const { address, hash } = await create(FOLDER);
      expect(await done(deploy(FOLDER))).to.deep.equal({
        output:
          `Pending from an interrupted run: ${hash}, nonce 0.\n  https://etherscan.io/tx/${hash}\n` +
          `Waiting for the pending transactions of ${sale.owner.address}.\n${isAlready(address)}`,
        sends: 0,
      });
    });

    it("is found if a block took it before the task was run again", async () => {
      const other = await create(OTHER);
      const { address } = await create(FOLDER);
      await mine();
      expect(await done(deploy(FOLDER))).to.deep.equal({ output: isAlready(address), sends: 0 });

      const third = await done(deploy("ipfs://bafythird/"));
      const [, made = ""] = /^FolderRenderer is at (0x\w{40})\./m.exec(third.output) ?? [];
      expect([address, other.address]).not.to.contain(made);
      expect(third.sends).to.equal(1);
    });

    it("stops the task if it is for another folder, or is another contract", async () => {
      const { hash } = await create(OTHER);
      expect(await refused(deploy(FOLDER))).to.contain(isOther(0, hash));
      await mine();
      const made = await deployMock("FixedRenderer", sale.owner, fees);
      const mock = made.deploymentTransaction()?.hash;
      expect(await refused(deploy(FOLDER))).to.contain(isOther(1, mock));
    });

    it("stops the task of a deployer who is not the owner, and is taken back by it with --cancel", async () => {
      const heir = await fundedWallet(sale.node, "heir");
      await sale.ticket.transferOwnership(heir.address, fees);
      await mine();
      await sale.ticket.connect(heir).acceptOwnership(fees);
      await mine();
      const { hash } = await create(OTHER);
      expect(await refused(deploy(FOLDER))).to.equal(
        `Error: ${isOther(1, hash)}--cancel cancels all pending transactions), and run this again. Nothing was sent.\n`,
      );

      const { output } = await done(`${deploy(FOLDER)} --cancel`);
      expect(output).to.match(/\nDone: 1 transaction cancelled\.\n$/);
      expect(await sale.node.provider.getTransactionReceipt(hash ?? "")).to.equal(null);
    });
  });
});
