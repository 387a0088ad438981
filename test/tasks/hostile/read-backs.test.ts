import { expect } from "chai";
import { toBeHex, toQuantity } from "ethers";
import type { Interference } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { useSale } from "../support/sale.ts";

/**
 * A proxy turns each transaction into a read-only call, so a block includes it but nothing changes.
 */
describe("When the contract does not take a change", () => {
  const sale = useSale({ codes: ["alice"] });
  let owner: string;
  let next: string;

  before(async () => {
    owner = sale.owner.address;
    next = sale.account(1).address;
    await sale.buy(1, null);
  });

  const deaf: Interference = {
    before({ method, params }) {
      const data = sale.ticket.interface.encodeFunctionData("totalSupply");
      if (method === "eth_sendTransaction") Object.assign(params[0] as object, { data });
      return undefined;
    },
  };
  const unheard = (task: string) => sale.taskOver(deaf, ...task.split(" "));

  function expectNotDone({ code, output, errors }: Ended, line: RegExp): void {
    expect(errors).to.match(line);
    expect(errors).to.match(/^Error: .+\n$/);
    expect(output).not.to.match(/Done|Next:/);
    expect(code).to.equal(1);
  }

  it("says what reads otherwise after each of the owner's changes", async function () {
    // The task repeats each read for seconds.
    this.timeout(180_000);
    const { provider } = sale.node;
    const renderer = "0x00000000000000000000000000000000000a11ce";
    const code = await provider.getCode(await sale.ticket.renderer());
    await provider.send("hardhat_setCode", [renderer, code]);
    const nonce = await sale.owner.getNonce();
    const changes = [
      [
        `set-price ${typed(RAISED_PRICE)}`,
        `price reads ${printed(PRICE)}, not ${printed(RAISED_PRICE)}`,
      ],
      ["pause", "sales reads open, not paused"],
      ["set-royalty --bps 250", `royalty reads 5 % to ${owner}, not 2.5 % to .+`],
      [`set-renderer ${renderer}`, "renderer reads 0x.+, not 0x00.+"],
      ["freeze-metadata", "metadata reads replaceable, not frozen.*"],
      [`withdraw --to ${next}`, "proceeds reads undefined got undefined wei, not .+"],
      [`transfer-ownership ${next}`, `next owner reads none, not ${next}`],
    ] as const;
    for (const [task, reads] of changes) {
      const line = new RegExp(
        `^Error: Sent \\(0x[0-9a-f]{64}\\), but ${reads}\\. Check it before you go on\\.\n$`,
      );
      expectNotDone(await unheard(`ticket ${task}`), line);
    }
    expect(await sale.owner.getNonce()).to.equal(nonce + changes.length);
  });

  it("says so of an ownership that was not accepted, and of sales that were not resumed", async () => {
    await (await sale.ticket.transferOwnership(next)).wait();
    await (await sale.ticket.pause()).wait();
    expectNotDone(
      await unheard("ticket accept-ownership"),
      new RegExp(`but owner reads ${owner}, not ${next}\\.`),
    );
    expectNotDone(await unheard("ticket unpause"), /but sales reads paused, not open\./);
  });

  it("says so of a withdrawal that paid less than was there", async () => {
    const held = await sale.balance(await sale.ticket.getAddress());
    const word = (wei: bigint) => toBeHex(wei, 32).slice(2);
    const { code, errors } = await sale.taskOver(
      {
        edit: ({ method }, answer) =>
          method === "eth_getTransactionReceipt"
            ? answer.replace(word(held), word(held - 1n))
            : answer,
      },
      ...["ticket", "withdraw", "--to", next],
    );
    expect(code).to.equal(1);
    expect(errors).to.contain(`proceeds reads ${next} got ${held - 1n} wei, not all paid out`);
  });

  it("names the codes that are not as they were meant to be", async () => {
    const added = await unheard("affiliates add alice bob carol");
    expectNotDone(added, /not active on chain: bob, carol\./);
    expectNotDone(await unheard("affiliates remove alice"), /not inactive on chain: alice\./);
    expect(await sale.ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await sale.ticket.isAffiliateActive("bob")).to.equal(false);
  });

  for (const [what, task, done] of [
    ["a price", "ticket set-price 0.07", /^Done in block \d+ for /m],
    ["codes", "affiliates add dave erin", /^Done: 2 codes active, /m],
  ] as const) {
    it(`reads ${what} again where the node that answers is some blocks behind`, async () => {
      const block = toQuantity(await sale.node.provider.getBlockNumber());
      let staleReads = 0;
      let sent = false;
      const lagging: Interference = {
        before({ method, params }) {
          if (method === "eth_sendTransaction") sent = true;
          if (sent && method === "eth_call" && staleReads < 2) {
            staleReads += 1;
            (params as unknown[])[1] = block;
          }
          return undefined;
        },
      };
      const { code, output, errors } = await sale.taskOver(lagging, ...task.split(" "));
      expect(errors).to.equal("");
      expect(output).to.match(done);
      expect({ code, staleReads }).to.deep.equal({ code: 0, staleReads: 2 });
    });
  }
});
