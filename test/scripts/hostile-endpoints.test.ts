import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { id, parseEther, toQuantity, Wallet } from "ethers";
import { assertSaysWhatWasAsked } from "../../scripts/lib/ticket-call.ts";
import { deploySafeWallet } from "../../scripts/rehearsal/safe-wallet.ts";
import type { Ticket } from "../../typechain-types/index.ts";
import { Ticket__factory } from "../../typechain-types/index.ts";
import { type Ended, runTask } from "./support/command.ts";
import { startHardhatNode, type TestNode } from "./support/node.ts";
import { forgetDeployments, testProject } from "./support/project.ts";
import { type Lie, type RpcProxy, startRpcProxy } from "./support/rpc-proxy.ts";

const ATTACKER = "0x000000000000000000000000000000000000bEEF";

/** What one endpoint can make a team sign, or believe. */
describe("A lying endpoint", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let ticket: Ticket;
  let clean: string;
  let honest: string;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    honest = `${node.url}/second`;
    signer = new Wallet(id("lying endpoints"), node.provider);
    await node.provider.send("hardhat_setBalance", [signer.address, toQuantity(parseEther("10"))]);
    const { code, errors } = await runTask(
      { project, env: { REHEARSAL_RPC_URL: node.url } },
      ...["ticket", "deploy", "--owner", signer.address, "--network", "rehearsal"],
      ...["--royalty-receiver", signer.address],
    );
    expect(code, errors).to.equal(0);
    await changeRecord({});
    ticket = Ticket__factory.connect((await rehearsed()).address, signer);
    const buyer = await node.provider.getSigner(5);
    const value = await ticket.getPriceForQuantity(20);
    await (await ticket.connect(buyer).buyTicket(buyer.address, 20, { value })).wait();
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
    await changeRecord({});
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  async function rehearsed() {
    const file = path.join(project, "deployments/rehearsal/record.json");
    return JSON.parse(await readFile(file, "utf8"));
  }

  async function changeRecord(changes: object): Promise<void> {
    await mkdir(path.join(project, "deployments/mainnet"), { recursive: true });
    await writeFile(
      path.join(project, "deployments/mainnet/record.json"),
      JSON.stringify({ ...(await rehearsed()), network: "mainnet", ...changes }),
    );
  }

  const taskAt = (url: string, second: string, ...words: string[]) =>
    runTask(
      {
        project,
        env: {
          MAINNET_RPC_URL: url,
          SECOND_RPC_URL: second,
          DEPLOYER_PRIVATE_KEY: signer.privateKey,
        },
      },
      ...[...words, "--network", "mainnet"],
    );

  type View = "owner" | "royaltyInfo" | "ticketPrice" | "paused" | "totalSupply";

  /** Tells `values` for that view, wherever it is asked, the first `times` it is. */
  function lying(view: View, values: readonly unknown[], times = Number.POSITIVE_INFINITY) {
    const { selector } = ticket.interface.getFunction(view);
    const result = ticket.interface.encodeFunctionResult(
      ticket.interface.getFunction(view),
      values,
    );
    let told = 0;
    return startRpcProxy(node.url, {
      before({ method, params }): Lie | undefined {
        const { data, input } = (params[0] ?? {}) as { data?: string; input?: string };
        if (method !== "eth_call" || !(data ?? input)?.startsWith(selector)) return undefined;
        told += 1;
        return told <= times ? { result } : undefined;
      },
    });
  }

  async function alone(proxy: RpcProxy, ...words: string[]): Promise<Ended> {
    const ended = await taskAt(proxy.url, "none", ...words);
    await proxy.close();
    return ended;
  }

  const proceeds = async () => node.provider.getBalance(await ticket.getAddress());

  for (const times of [1, 2, 3]) {
    it(`is not paid the proceeds by naming the owner, ${times} times, when it is the only one`, async () => {
      const due = await proceeds();
      await alone(await lying("owner", [ATTACKER], times), "ticket", "withdraw", "--yes");

      expect(await node.provider.getBalance(ATTACKER)).to.equal(0n);
      expect([0n, due]).to.include(await proceeds());
    });
  }

  it("is not paid as the treasury's Safe either: a Safe's payee has to be typed", async () => {
    const safe = await deploySafeWallet((await node.provider.listAccounts()).slice(1, 4), 2);
    const { code, output, errors } = await alone(
      await lying("owner", [await safe.getAddress()]),
      ...["ticket", "withdraw"],
    );
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.match(/Error: Say whom to pay: --to 0xYourTreasury\. .+\n$/);
  });

  it("gets the royalty of nobody who changes its share alone", async () => {
    const { code, errors } = await alone(
      await lying("royaltyInfo", [ATTACKER, 500n], 1),
      ...["ticket", "set-royalty", "--bps", "250", "--yes"],
    );
    expect(code).to.equal(1);
    expect(errors).to.contain(
      `Error: The receiver reads ${ATTACKER}, which an endpoint alone says. ` +
        "Type the one that you mean: --receiver 0xYourReceiver\n",
    );
    expect(await ticket.royaltyInfo(1, 10_000)).to.deep.equal([signer.address, 500n]);
  });

  describe("A payee", () => {
    it("is the account that signs, when it is the owner and no other is named", async () => {
      const due = await proceeds();
      const before = await node.provider.getBalance(signer.address);
      const { code, output, errors } = await taskAt(
        node.url,
        honest,
        ...["ticket", "withdraw", "--yes"],
      );
      expect(code, errors).to.equal(0);
      expect(output).to.contain(
        `Withdraw the proceeds to ${signer.address}, the owner, which signs`,
      );
      expect(output).to.contain(`  call        withdraw(${signer.address})\n`);
      const paid = (await node.provider.getBalance(signer.address)) - before;
      expect(paid > due - parseEther("0.01") && paid <= due).to.equal(true);
    });

    it("is the recorded treasury, once somebody has looked at it", async () => {
      const treasury = new Wallet(id("treasury")).address;
      await changeRecord({ treasury });
      const unseen = await taskAt(node.url, honest, "ticket", "withdraw", "--yes");
      expect(unseen.code).to.equal(1);
      expect(unseen.errors).to.equal(
        `Error: With --yes nobody looks at the payee: type it, --to ${treasury} if the recorded treasury is meant\n`,
      );
      const asked = await taskAt(node.url, honest, "ticket", "withdraw");
      expect(asked.errors).to.contain("Error: Nobody is here to confirm");
      expect(asked.output).to.contain(
        `Withdraw the proceeds to ${treasury}, the treasury of deployments/mainnet/record.json`,
      );
      const due = await proceeds();
      const typed = await taskAt(node.url, honest, "ticket", "withdraw", "--to", treasury, "--yes");
      expect(typed.code, typed.errors).to.equal(0);
      expect(await node.provider.getBalance(treasury)).to.equal(due);
    });
  });

  it("What is signed says what was asked for: other data is refused", () => {
    const treasury = new Wallet(id("treasury")).address;
    const asked = `withdraw(${treasury})`;
    const pay = (to: string) => ticket.interface.encodeFunctionData("withdraw", [to]);
    assertSaysWhatWasAsked({ data: pay(treasury), asked });
    expect(() => assertSaysWhatWasAsked({ data: pay(ATTACKER), asked })).to.throw(
      `What is about to be signed is not what was asked for: it says withdraw(${ATTACKER}), not ${asked}. Nothing was sent.`,
    );
    const hand = ticket.interface.encodeFunctionData("transferOwnership", [treasury]);
    expect(() => assertSaysWhatWasAsked({ data: hand, asked })).to.throw(
      `it says transferOwnership(${treasury}), not`,
    );
    expect(() => assertSaysWhatWasAsked({ data: "0x12345678", asked })).to.throw(
      "it says an unknown call (0x12345678), not",
    );
  });
});
