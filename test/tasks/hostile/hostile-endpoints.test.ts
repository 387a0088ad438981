import { expect } from "chai";
import { id, parseEther, toQuantity, Wallet } from "ethers";
import { maxPerPurchase } from "../../../collection.ts";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { assertSaysWhatWasAsked } from "../../../scripts/tasks/outbox/ticket-call.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import { answers, useLiveSale } from "../support/live-sale.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { forgetKept } from "../support/project.ts";

const SOLD = Math.min(20, maxPerPurchase);
const ATTACKER = "0x000000000000000000000000000000000000bEEF";
const ABI = Ticket__factory.createInterface();

type View = "owner" | "royaltyInfo";

/**
 * @param times how often it lies before it tells the truth
 * @param first the question that it lies to first
 */
function lying(
  view: View,
  values: readonly unknown[],
  times = Number.POSITIVE_INFINITY,
  first = 1,
) {
  const fragment = ABI.getFunction(view);
  let asked = 0;
  const lie: Interference = {
    before({ method, params }) {
      const { data, input } = (params[0] ?? {}) as { data?: string; input?: string };
      const isAsked = method === "eth_call" && (data ?? input)?.startsWith(fragment.selector);
      if (!isAsked) return undefined;
      asked += 1;
      if (asked < first || asked >= first + times) return undefined;
      return { result: ABI.encodeFunctionResult(fragment, values) };
    },
  };
  return lie;
}

describe("A lying endpoint", () => {
  const { address: owner } = new Wallet(id("lying endpoints"));
  const sale = useLiveSale("lying endpoints", "--royalty-receiver", owner);

  before(async () => {
    const buyer = await sale.node.provider.getSigner(5);
    const value = await sale.ticket.getPriceForQuantity(SOLD);
    await (await sale.ticket.connect(buyer).buyTicket(buyer.address, SOLD, { value })).wait();
  });

  const alone = (first: Interference, task: string) => sale.run(task, { first, second: "none" });

  for (const [when, times, first] of [
    ["always", Number.POSITIVE_INFINITY, 1],
    ["the first time", 1, 1],
    ["the second time", 1, 2],
    ["the third time", 1, 3],
  ] as const) {
    it(`is not paid the proceeds by naming the owner, ${when}, when it is the only one`, async () => {
      const due = await sale.proceeds();
      await alone(lying("owner", [ATTACKER], times, first), "ticket withdraw --yes");
      expect(await sale.balance(ATTACKER)).to.equal(0n);
      expect([0n, due]).to.include(await sale.proceeds());
    });
  }

  it("is not paid as the treasury's Safe either: a Safe's payee has to be typed", async () => {
    const accounts = await sale.node.provider.listAccounts();
    const safe = await deploySafeWallet(accounts.slice(1, 4), 2);
    const naming = lying("owner", [await safe.getAddress()]);
    const { code, output, errors } = await alone(naming, "ticket withdraw");
    expect({ code, output }).to.deep.equal({ code: 1, output: "" });
    expect(errors).to.match(/Error: Name the payee: --to 0xYourTreasury\. .+\n$/);
  });

  it("gets no royalty by a change of only the share", async () => {
    const naming = lying("royaltyInfo", [ATTACKER, 500n], 1);
    const { code, errors } = await alone(naming, "ticket set-royalty --bps 250 --yes");
    expect(code).to.equal(1);
    expect(errors).to.contain(
      `Error: Only an endpoint says that the receiver is ${ATTACKER}. ` +
        "Name the one that you mean: --receiver 0xYourReceiver\n",
    );
    expect(await sale.ticket.royaltyInfo(1, 10_000)).to.deep.equal([owner, 500n]);
  });

  it("gets nothing signed for more gas than a transaction may take", async () => {
    const sent = await sale.owner.getNonce();
    const wasteful = answers("eth_estimateGas", toQuantity(13_900_001));
    const { code, errors } = await alone(wasteful, "ticket pause --yes");
    expect(code).to.equal(1);
    expect(errors).to.contain(
      "Error: The endpoint estimates 13,900,001 gas for one call, more than the 13,900,000 that a transaction may take. " +
        "Nothing was sent. Ask another endpoint.\n",
    );
    expect(await sale.owner.getNonce()).to.equal(sent);
  });

  describe("A payee", () => {
    it("is the account that signs, when it is the owner and no other is named", async () => {
      const [due, before] = [await sale.proceeds(), await sale.balance(owner)];
      const { code, output, errors } = await sale.run("ticket withdraw --yes");
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Withdraw the proceeds to ${owner}, the owner, which signs`);
      expect(output).to.contain(`  call        withdraw(${owner})\n`);
      const paid = (await sale.balance(owner)) - before;
      expect(paid > due - parseEther("0.01") && paid <= due).to.equal(true);
    });

    it("is the recorded treasury, once the team has reviewed it", async () => {
      const treasury = new Wallet(id("treasury")).address;
      await recordAsMainnet(sale.project, { treasury });
      await (await sale.ticket.setRoyalty(treasury, 500)).wait();
      const royalty = await sale.run("ticket set-royalty --bps 250 --yes");
      expect(royalty.code, royalty.errors).to.equal(0);
      const unseen = await sale.run("ticket withdraw --yes");
      expect([unseen.code, unseen.errors]).to.deep.equal([
        1,
        `Error: --yes skips the question that shows the payee. Name it: --to ${treasury} for the recorded treasury\n`,
      ]);
      const asked = await sale.run("ticket withdraw");
      expect(asked.errors).to.contain("Error: There is no terminal to confirm in");
      expect(asked.output).to.contain(
        `Withdraw the proceeds to ${treasury}, the treasury of deployments/mainnet/record.json`,
      );
      const due = await sale.proceeds();
      const named = await sale.run(`ticket withdraw --to ${treasury} --yes`);
      expect(named.code, named.errors).to.equal(0);
      expect(await sale.balance(treasury)).to.equal(due);
    });
  });

  const block = (tag: string) => sale.node.provider.send("eth_getBlockByNumber", [tag, false]);

  describe("beside an honest one stops a task, which says what differs and what each of them says:", () => {
    /** Each answer of the first one, then of the second one; answers.test.ts tells the others. */
    const cases: readonly (readonly [
      what: string,
      task: string,
      lie: () => Interference | Promise<Interference>,
      says: string,
    ])[] = [
      [
        "the owner",
        "ticket withdraw",
        () => lying("owner", [ATTACKER]),
        `owner\\(\\) at first says ${ATTACKER}, then says `,
      ],
      [
        "the newest block",
        "ticket status",
        async () => {
          const ahead = { number: toQuantity(1_000_000), hash: id("far ahead") };
          const result = { ...(await block("latest")), ...ahead };
          return { before: ({ params }) => (params[0] === "latest" ? { result } : undefined) };
        },
        "the newest block at first says 1000000, then says \\d+",
      ],
    ];

    for (const [what, task, lie, says] of cases) {
      for (const place of ["first", "second"] as const) {
        it(`${what}, when it is the ${place}`, async () => {
          await forgetKept("sale-events.json");
          const nonce = await sale.owner.getNonce();
          const { code, output, errors } = await sale.run(task, { [place]: await lie() });
          expect({ code, output }).to.deep.equal({ code: 1, output: "" });
          const [, subject = "", ours = "", theirs = ""] =
            /^Error: The endpoints disagree on (.+): \S+ says (.+), \S+ says (.+)\. Find out which one is right before you go on\.\n$/.exec(
              errors,
            ) ?? [errors];
          const [lied, honest] = place === "first" ? [ours, theirs] : [theirs, ours];
          const told = `${subject} at first says ${lied}, then says ${honest}`;
          expect(told).to.match(new RegExp(`^${says}`));
          expect(await sale.owner.getNonce()).to.equal(nonce);
        });
      }
    }
  });

  describe("A second endpoint", () => {
    const raise = `ticket set-price ${typed(RAISED_PRICE)} --yes`;

    it("has to answer, unless one is said to do", async () => {
      const silent = await sale.run(raise, { second: "http://127.0.0.1:9" });
      expect(silent).to.deep.equal({
        code: 1,
        output: "",
        errors:
          "Error: No second endpoint answers for mainnet, and tasks need two that agree. " +
          "Set MAINNET_SECOND_RPC_URL to another provider's, or to none to trust one endpoint.\n",
      });
      const said = await sale.run(raise, { second: "none" });
      expect(said.code, said.errors).to.equal(0);
      expect(said.errors).to.equal(
        `Warning: MAINNET_SECOND_RPC_URL is none, so nothing checks the answers of ${new URL(sale.node.url).host}.\n`,
      );
      expect(await sale.ticket.ticketPrice()).to.equal(RAISED_PRICE);
    });

    it("is an http(s) URL or none, and a refusal does not repeat it", async () => {
      for (const second of ["eth.example/key", "ftp://eth.example/key", "None"]) {
        expect(await sale.run("ticket pause --yes", { second })).to.deep.equal({
          code: 1,
          output: "",
          errors: "Error: MAINNET_SECOND_RPC_URL is neither an http(s) URL nor none.\n",
        });
      }
    });

    it("that is some blocks behind is waited for: what was sent is read back from both", async () => {
      const head = await sale.node.provider.getBlockNumber();
      const result = await block(toQuantity(head));
      let sent = false;
      let asked = 0;
      const { code, output, errors } = await sale.run(raise, {
        first: {
          before: ({ method }) => {
            sent ||= method === "eth_sendRawTransaction";
            return undefined;
          },
        },
        second: {
          before: ({ params }) => {
            if (params[0] !== "latest" || !sent) return undefined;
            asked += 1;
            return asked <= 2 ? { result } : undefined;
          },
        },
      });
      expect(code, errors).to.equal(0);
      expect(output).to.contain(`Done in block ${head + 1} `);
      expect(asked).to.be.greaterThan(2);
    });
  });

  it("What is signed says what was asked for: other data is refused", () => {
    const treasury = new Wallet(id("treasury")).address;
    const asked = `withdraw(${treasury})`;
    const pay = (to: string) => ABI.encodeFunctionData("withdraw", [to]);
    assertSaysWhatWasAsked({ data: pay(treasury), asked });
    for (const [data, says] of [
      [pay(ATTACKER), `withdraw(${ATTACKER})`],
      [ABI.encodeFunctionData("transferOwnership", [treasury]), `transferOwnership(${treasury})`],
      ["0x12345678", "an unknown call (0x12345678)"],
    ] as const) {
      expect(() => assertSaysWhatWasAsked({ data, asked })).to.throw(
        `The call to sign is not the one that was asked for: it says ${says}, not ${asked}. Nothing was sent.`,
      );
    }
  });
});
