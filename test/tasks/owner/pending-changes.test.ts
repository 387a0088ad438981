import { expect } from "chai";
import { parseUnits, toQuantity, type Wallet } from "ethers";
import { FolderRenderer__factory, type Ticket } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "../support/command.ts";
import { deployMock } from "../support/deploy-mock.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { fundedWallet, recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments, forgetKept } from "../support/project.ts";

describe("A change that is pending", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let ticket: Ticket;
  let clean: string;
  /** A transaction that the node keeps but can't mine next. */
  let pool: { readonly nonce: string } | null;

  before(async () => {
    ({ project, node, owner: signer, ticket } = await startOwnedSale("pending changes"));
    await recordAsMainnet(project);
    await node.provider.send("evm_setAutomine", [false]);
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    pool = null;
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await forgetKept("notes");
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const fees = { maxFeePerGas: parseUnits("5", "gwei"), maxPriorityFeePerGas: 10n ** 9n };

  /** Sends a transaction like an interrupted run. */
  async function send(price: bigint, nonce: number, offered: object = fees): Promise<string> {
    return (await ticket.setTicketPrice(price, { nonce, gasLimit: 60_000, ...offered })).hash;
  }

  async function run(...words: string[]) {
    let asked = 0;
    let sent = 0;
    const proxy = await startRpcProxy(node.url, {
      // Imitates Geth's pool of pending transactions, which this node lacks.
      before({ method, params }) {
        if (pool === null || sent > 0) return undefined;
        if (method === "eth_getTransactionCount" && params[1] === "pending") {
          return { result: toQuantity(Number(pool.nonce) + 1) };
        }
        return method === "eth_getBlockByNumber" && params[0] === "pending"
          ? { result: { transactions: [pool] } }
          : undefined;
      },
      after({ method, params }) {
        if (method === "eth_getTransactionCount" && params[1] === "pending") asked += 1;
        if (method === "eth_sendRawTransaction") sent += 1;
        if ((sent > 0 && method === "eth_getTransactionReceipt") || asked > 1) {
          void node.provider.send("evm_mine", []);
        }
        return undefined;
      },
    });
    const env = {
      MAINNET_RPC_URL: proxy.url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: signer.privateKey,
    };
    const ended = await runTask({ project, env }, ...words, "--network", "mainnet");
    await proxy.close();
    return { ...ended, sends: sent };
  }

  const setPrice = (...words: string[]) =>
    run("ticket", "set-price", typed(RAISED_PRICE), "--yes", ...words);

  const priceChanges = async () =>
    (await ticket.queryFilter(ticket.filters.TicketPriceSet()))
      .slice(1)
      .map(({ args }) => args.price);

  it("is waited for if it is what is asked for now, and is not sent again", async () => {
    const hash = await send(RAISED_PRICE, await signer.getNonce());
    const { code, output, errors, sends } = await setPrice();
    expect(code, errors).to.equal(0);
    expect(output).to.equal(
      `Pending from an interrupted run: ${hash}, nonce 0.\n  https://etherscan.io/tx/${hash}\nWaiting for the pending transactions of ${signer.address}.\n` +
        `The price is already ${printed(RAISED_PRICE)}. Nothing to do.\n`,
    );
    expect(sends).to.equal(0);
    expect(await priceChanges()).to.deep.equal([RAISED_PRICE]);
  });

  it("is seen before the task says that there is nothing to do", async () => {
    const hash = await send(RAISED_PRICE, await signer.getNonce());
    const { code, output, errors, sends } = await run(
      ...["ticket", "set-price", typed(PRICE), "--yes"],
    );
    expect(output).to.equal("");
    expect(errors).to.equal(
      `Error: ${signer.address} has a pending transaction that this command does not ask for: setTicketPrice(${RAISED_PRICE}), ` +
        `nonce 0 (${hash}). Wait until it is mined, or cancel it (ticket pause --cancel cancels all pending transactions), ` +
        "and run this again. Nothing was sent.\n",
    );
    expect(code).to.equal(1);
    expect(sends).to.equal(0);
  });

  it("stops every other of the owner's tasks but a pause", async () => {
    await send(RAISED_PRICE, await signer.getNonce());
    for (const words of [
      ["ticket", "unpause"],
      ["ticket", "withdraw", "--to", signer.address],
      ["ticket", "set-royalty", "--bps", "1"],
      ["ticket", "set-renderer", signer.address],
      ["ticket", "freeze-metadata"],
      ["ticket", "transfer-ownership", signer.address],
    ]) {
      const { code, output, errors, sends } = await run(...words, "--yes");
      expect(output, words.join(" ")).to.equal("");
      expect(errors, words.join(" ")).to.contain(
        "that this command does not ask for: setTicketPrice(",
      );
      expect({ code, sends }).to.deep.equal({ code: 1, sends: 0 });
    }
  });

  it("is replaced by --speed-up, in its own place and at a higher fee", async () => {
    const nonce = await signer.getNonce();
    const hash = await send(RAISED_PRICE, nonce);
    const { code, output, errors, sends } = await setPrice("--speed-up");
    expect(code, errors).to.equal(0);
    expect(output).to.contain("  replaces    what is pending, at a higher fee\n");
    const sped = /^Sent (0x[0-9a-f]{64}), /m.exec(output)?.[1] ?? "";
    const mined = await node.provider.getTransaction(sped);
    expect(mined?.nonce).to.equal(nonce);
    expect(Number(mined?.maxFeePerGas)).to.be.greaterThan(Number(fees.maxFeePerGas) * 1.1);
    expect(Number(mined?.maxPriorityFeePerGas)).to.be.greaterThan(1.1e9);
    expect(await node.provider.getTransactionReceipt(hash)).to.equal(null);
    expect(sends).to.equal(1);
    expect(await signer.getNonce()).to.equal(nonce + 1);
    expect(await priceChanges()).to.deep.equal([RAISED_PRICE]);
  });

  it("is replaced without being asked to if its fee has become too low", async () => {
    const nonce = await signer.getNonce();
    const low = { maxFeePerGas: 2n * 10n ** 9n, maxPriorityFeePerGas: 1n };
    const hash = await send(RAISED_PRICE, nonce, low);
    await node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(20n * 10n ** 9n)]);
    await node.provider.send("evm_mine", []);
    pool = await node.provider.send("eth_getTransactionByHash", [hash]);
    const { code, output, errors, sends } = await setPrice();
    expect(code, errors).to.equal(0);
    expect(output).to.contain("  replaces    what is pending, at a higher fee\n");
    expect(sends).to.equal(1);
    expect(await signer.getNonce()).to.equal(nonce + 1);
  });

  it("is taken back by --cancel, all of it, each in its own place", async () => {
    const nonce = await signer.getNonce();
    const hashes = [];
    for (const [i, price] of [RAISED_PRICE, PRICE, RAISED_PRICE].entries()) {
      hashes.push(await send(price, nonce + i));
    }
    const { code, output, errors, sends } = await run("ticket", "pause", "--cancel", "--yes");
    expect(code, errors).to.equal(0);
    for (const [i, hash] of hashes.entries()) {
      expect(output)
        .to.contain(`  nonce ${nonce + i}: setTicketPrice(`)
        .and.to.contain(hash);
    }
    expect(output).to.match(/\nDone: 3 transactions cancelled\.\n$/);
    expect(sends).to.equal(3);
    expect(await signer.getNonce()).to.equal(nonce + 3);
    expect(await priceChanges()).to.deep.equal([]);
    expect(await ticket.paused()).to.equal(false);

    const again = await run("ticket", "pause", "--cancel", "--yes");
    expect(again.output).to.equal(`${signer.address} has no pending transaction. Nothing to do.\n`);
    expect(again.sends).to.equal(0);
  });

  it("costs no more than --max-fee, or is not sent", async () => {
    const limited = await setPrice("--max-fee", "1.2");
    expect(limited.code, limited.errors).to.equal(0);
    const sent = /^Sent (0x[0-9a-f]{64}), /m.exec(limited.output)?.[1] ?? "";
    const mined = await node.provider.getTransaction(sent);
    expect(mined?.maxFeePerGas).to.equal(parseUnits("1.2", "gwei"));

    const nonce = await signer.getNonce();
    await send(PRICE, nonce);
    const dear = await run(
      ...["ticket", "set-price", typed(PRICE), "--yes", "--speed-up", "--max-fee", "5.5"],
    );
    expect(dear.errors).to.equal(
      "Error: To replace what is pending takes 5.65 gwei, above --max-fee 5.5 gwei. Nothing was sent.\n",
    );
    expect(dear.sends).to.equal(0);

    for (const text of ["0", "-1", "1e9", "lots"]) {
      const wrong = await setPrice(`--max-fee=${text}`);
      expect(wrong.errors).to.equal(
        `Error: --max-fee is not an amount in gwei, as in 1.5: ${text}\n`,
      );
    }
  });

  describe("of a renderer", () => {
    const FOLDER = "ipfs://bafypending/";
    const deployRenderer = (folder = FOLDER, ...words: string[]) =>
      run("ticket", "deploy-renderer", folder, "--yes", ...words);
    const create = async (folder: string) => {
      const made = await new FolderRenderer__factory(signer).deploy(folder, fees);
      return { address: await made.getAddress(), hash: made.deploymentTransaction()?.hash };
    };
    const isAlready = (address: string) =>
      `FolderRenderer for ${FOLDER} is at ${address} already. ` +
      `Next: npm run hardhat -- ticket set-renderer ${address} --network mainnet\n`;

    it("is waited for, and is not made a second time", async () => {
      const { address, hash } = await create(FOLDER);
      const { code, output, errors, sends } = await deployRenderer();
      expect(code, errors).to.equal(0);
      expect(output).to.equal(
        `Pending from an interrupted run: ${hash}, nonce 0.\n  https://etherscan.io/tx/${hash}\n` +
          `Waiting for the pending transactions of ${signer.address}.\n${isAlready(address)}`,
      );
      expect(sends).to.equal(0);
    });

    it("is found if a block took it before the task was run again", async () => {
      const other = await create("ipfs://bafyother/");
      const { address } = await create(FOLDER);
      await node.provider.send("evm_mine", []);
      const again = await deployRenderer();
      expect(again.output, again.errors).to.equal(isAlready(address));
      expect(again.sends).to.equal(0);

      const third = await deployRenderer("ipfs://bafythird/");
      expect(third.code, third.errors).to.equal(0);
      const [, made = ""] = /^FolderRenderer is at (0x\w{40})\./m.exec(third.output) ?? [];
      expect([address, other.address]).not.to.contain(made);
      expect(third.sends).to.equal(1);
    });

    it("is replaced if its fee has become too low", async () => {
      const made = await new FolderRenderer__factory(signer).deploy(FOLDER, {
        maxFeePerGas: 2n * 10n ** 9n,
        maxPriorityFeePerGas: 1n,
      });
      await node.provider.send("hardhat_setNextBlockBaseFeePerGas", [toQuantity(20n * 10n ** 9n)]);
      await node.provider.send("evm_mine", []);
      const hash = made.deploymentTransaction()?.hash;
      pool = await node.provider.send("eth_getTransactionByHash", [hash]);
      const { code, output, errors, sends } = await deployRenderer();
      expect(code, errors).to.equal(0);
      expect(output).to.contain("  replaces    what is pending, at a higher fee\n");
      expect(sends).to.equal(1);
      expect(await signer.getNonce()).to.equal(1);
    });

    it("stops the task if it is for another folder, or is another contract", async () => {
      const { hash } = await create("ipfs://bafyother/");
      const stopped = async (pending: string | undefined, nonce: number) => {
        const { code, output, errors, sends } = await deployRenderer();
        expect(errors).to.contain(
          `${signer.address} has a pending transaction that this command does not ask for: a deployment, nonce ${nonce} (${pending}). ` +
            "Wait until it is mined, or cancel it (ticket pause --cancel cancels all pending transactions), ",
        );
        expect({ code, output, sends }).to.deep.equal({ code: 1, output: "", sends: 0 });
      };
      await stopped(hash, 0);
      await node.provider.send("evm_mine", []);
      const made = await deployMock("FixedRenderer", signer, fees);
      await stopped(made.deploymentTransaction()?.hash, 1);
    });

    it("stops the task of a deployer who is not the owner, and is taken back by it with --cancel", async () => {
      const heir = await fundedWallet(node, "heir");
      await ticket.transferOwnership(heir.address, fees);
      await node.provider.send("evm_mine", []);
      await ticket.connect(heir).acceptOwnership(fees);
      await node.provider.send("evm_mine", []);
      expect(await ticket.owner()).to.equal(heir.address);
      const { hash } = await create("ipfs://bafyother/");
      const { code, errors, sends } = await deployRenderer();
      expect(errors).to.equal(
        `Error: ${signer.address} has a pending transaction that this command does not ask for: a deployment, nonce 1 (${hash}). ` +
          "Wait until it is mined, or cancel it (--cancel cancels all pending transactions), and run this again. Nothing was sent.\n",
      );
      expect({ code, sends }).to.deep.equal({ code: 1, sends: 0 });

      const cancelled = await deployRenderer(FOLDER, "--cancel");
      expect(cancelled.code, cancelled.errors).to.equal(0);
      expect(cancelled.output).to.match(/\nDone: 1 transaction cancelled\.\n$/);
      expect(await node.provider.getTransactionReceipt(hash ?? "")).to.equal(null);
    });
  });
});
