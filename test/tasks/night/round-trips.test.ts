import { expect } from "chai";
import type { Wallet } from "ethers";
import { type SlowEndpoints, startSlowEndpoints } from "../../doubles/rpc/slow-endpoints.ts";
import { runTask } from "../support/command.ts";
import { RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments } from "../support/project.ts";

/** Endpoints answer after one second, so a task's seconds count its sequential requests. */
describe("Behind slow endpoints", () => {
  let project: string;
  let node: TestNode;
  let owner: Wallet;
  let slow: SlowEndpoints;

  before(async () => {
    let ticket: Awaited<ReturnType<typeof startOwnedSale>>["ticket"];
    ({ project, node, owner, ticket } = await startOwnedSale("slow endpoints"));
    await recordAsMainnet(project);
    await (await ticket.pause()).wait();
  });

  beforeEach(async () => {
    slow = await startSlowEndpoints([node.url, `${node.url}/second`]);
  });

  afterEach(() => slow.close());

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  async function roundsOf(...words: string[]): Promise<number> {
    const [first = "", second = ""] = slow.urls;
    const env = {
      MAINNET_RPC_URL: first,
      MAINNET_SECOND_RPC_URL: second,
      DEPLOYER_PRIVATE_KEY: owner.privateKey,
    };
    const { code, errors } = await runTask(
      { project, env },
      ...words,
      ...["--yes", "--network", "mainnet"],
    );
    expect(code, errors).to.equal(0);
    return slow.rounds.length;
  }

  const shown = () => slow.rounds.map((methods, i) => `${i + 1}. ${methods.join(", ")}`).join("\n");

  it("an unpause takes 6 round trips", async () => {
    const rounds = await roundsOf("ticket", "unpause");
    expect(rounds, shown()).to.equal(6);
  });

  it("a pause takes 9 round trips", async () => {
    const rounds = await roundsOf("ticket", "pause");
    expect(rounds, shown()).to.equal(9);
  });

  it("a change of price takes 9 round trips", async () => {
    const rounds = await roundsOf("ticket", "set-price", typed(RAISED_PRICE));
    expect(rounds, shown()).to.equal(9);
  });
});
