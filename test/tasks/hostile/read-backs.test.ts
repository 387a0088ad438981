import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { JsonRpcSigner } from "ethers";
import { toQuantity } from "ethers";
import type { Ticket } from "../../../typechain-types/index.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { type RpcProxy, startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import type { Ended } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

/**
 * A proxy turns each transaction into a read-only call, so a block includes it but nothing changes.
 */
describe("When the contract does not take a change", () => {
  let project: string;
  let node: TestNode;
  let proxy: RpcProxy;
  let owner: JsonRpcSigner;
  let next: JsonRpcSigner;
  let other: JsonRpcSigner;
  let ticket: Ticket;

  const task = (url: string, ...words: string[]): Promise<Ended> =>
    runTask({ project, env: { REHEARSAL_RPC_URL: url } }, ...words, "--network", "rehearsal");

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    node = await startHardhatNode(1);
    [owner, next, other] = (await Promise.all(
      [0, 1, 2].map((i) => node.provider.getSigner(i)),
    )) as [JsonRpcSigner, JsonRpcSigner, JsonRpcSigner];
    const { code, errors } = await task(node.url, "ticket", "deploy");
    expect(code, errors).to.equal(0);
    const record = await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8");
    ticket = Ticket__factory.connect(JSON.parse(record).address, owner);
    await (await ticket.setAffiliates(["alice"], true)).wait();
    const value = await ticket.getPriceForQuantity(1);
    await (await ticket.buyTicket(owner.address, 1, { value })).wait();

    const reads = ticket.interface.encodeFunctionData("totalSupply");
    proxy = await startRpcProxy(node.url, {
      before({ method, params }) {
        if (method === "eth_sendTransaction") Object.assign(params[0] as object, { data: reads });
        return undefined;
      },
    });
  });

  after(async () => {
    await proxy.close();
    await node.close();
    await forgetDeployments(project);
  });

  function expectNotDone({ code, output, errors }: Ended, line: RegExp): void {
    expect(errors).to.match(line);
    expect(errors).to.match(/^Error: .+\n$/);
    expect(output).not.to.match(/Done|Next:/);
    expect(code).to.equal(1);
  }

  it("says what reads otherwise after each of the owner's changes", async function () {
    // The task repeats each read for seconds.
    this.timeout(180_000);
    const renderer = "0x00000000000000000000000000000000000a11ce";
    await node.provider.send("hardhat_setCode", [
      renderer,
      await node.provider.getCode(await ticket.renderer()),
    ]);
    const nonce = await owner.getNonce();
    const changes = [
      [
        ["set-price", typed(RAISED_PRICE)],
        `price reads ${printed(PRICE)}, not ${printed(RAISED_PRICE)}`,
      ],
      [["pause"], "sales reads open, not paused"],
      [["set-royalty", "--bps", "250"], `royalty reads 5 % to ${owner.address}, not 2.5 % to .+`],
      [["set-renderer", renderer], "renderer reads 0x.+, not 0x00.+"],
      [["freeze-metadata"], "metadata reads replaceable, not frozen.*"],
      [["withdraw", "--to", other.address], "proceeds reads undefined got undefined wei, not .+"],
      [["transfer-ownership", next.address], `next owner reads none, not ${next.address}`],
    ] as const;
    for (const [words, reads] of changes) {
      const line = new RegExp(
        `^Error: Sent \\(0x[0-9a-f]{64}\\), but ${reads}\\. Check it before you go on\\.\n$`,
      );
      expectNotDone(await task(proxy.url, "ticket", ...words), line);
    }
    expect(await owner.getNonce()).to.equal(nonce + changes.length);
  });

  it("says so of an ownership that was not accepted, and of sales that were not resumed", async () => {
    await (await ticket.transferOwnership(next.address)).wait();
    await (await ticket.pause()).wait();
    const accepted = await task(proxy.url, "ticket", "accept-ownership");
    const resumed = await task(proxy.url, "ticket", "unpause");
    expectNotDone(accepted, new RegExp(`but owner reads ${owner.address}, not ${next.address}\\.`));
    expectNotDone(resumed, /but sales reads paused, not open\./);
  });

  it("names the codes that are not as they were meant to be", async () => {
    expectNotDone(
      await task(proxy.url, "affiliates", "add", "alice", "bob", "carol"),
      /not active on chain: bob, carol\./,
    );
    expectNotDone(
      await task(proxy.url, "affiliates", "remove", "alice"),
      /not inactive on chain: alice\./,
    );
    expect(await ticket.isAffiliateActive("alice")).to.equal(true);
    expect(await ticket.isAffiliateActive("bob")).to.equal(false);
  });

  for (const [what, words, done] of [
    ["a price", ["ticket", "set-price", "0.07"], /^Done in block \d+ for /m],
    ["codes", ["affiliates", "add", "dave", "erin"], /^Done: 2 codes active, /m],
  ] as const) {
    it(`reads ${what} again where the node that answers is some blocks behind`, async () => {
      const block = toQuantity(await node.provider.getBlockNumber());
      let staleReads = 0;
      let sent = false;
      const lagging = await startRpcProxy(node.url, {
        before({ method, params }) {
          if (method === "eth_sendTransaction") sent = true;
          if (sent && method === "eth_call" && staleReads < 2) {
            staleReads += 1;
            (params as unknown[])[1] = block;
          }
          return undefined;
        },
      });
      const { code, output, errors } = await task(lagging.url, ...words);
      await lagging.close();
      expect(errors).to.equal("");
      expect(output).to.match(done);
      expect({ code, staleReads }).to.deep.equal({ code: 0, staleReads: 2 });
    });
  }
});
