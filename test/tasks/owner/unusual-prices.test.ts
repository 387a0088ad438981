import { expect } from "chai";
import type { Wallet } from "ethers";
import { priceStep } from "../../../collection.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { runTask } from "../support/command.ts";
import { literally, PRICE, printed, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

/** A thousandth of the price, like after a lost decimal point. */
const LOW = (PRICE / 1000n / priceStep) * priceStep;

describe("A price that is far from the present one", () => {
  let project: string;
  let node: TestNode;
  let signer: Wallet;
  let ticket: Ticket;

  before(async () => {
    ({ project, node, owner: signer, ticket } = await startOwnedSale("unusual prices"));
    await recordAsMainnet(project);
  });

  beforeEach(async () => {
    if ((await ticket.ticketPrice()) !== PRICE) await (await ticket.setTicketPrice(PRICE)).wait();
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  const env = () => ({
    MAINNET_RPC_URL: node.url,
    MAINNET_SECOND_RPC_URL: `${node.url}/second`,
    DEPLOYER_PRIVATE_KEY: signer.privateKey,
  });
  const words = (price: bigint) => ["ticket", "set-price", typed(price), "--network", "mainnet"];

  it("is not set by --yes", async () => {
    const { code, output, errors } = await runTask({ project, env: env() }, ...words(LOW), "--yes");
    expect(code).to.equal(1);
    expect(output).to.contain(
      `  Warning: The new price is 1/${(PRICE / LOW).toLocaleString("en-US")} of the present one.\n`,
    );
    expect(errors).to.match(
      /^Error: The new price is 1\/[\d,]+ of the present one, so --yes is not enough: run it in a terminal, without --yes\. Nothing was sent\.\n$/,
    );
    expect(await ticket.ticketPrice()).to.equal(PRICE);

    await (await ticket.setTicketPrice(LOW)).wait();
    const raised = await runTask({ project, env: env() }, ...words(LOW * 1000n), "--yes");
    expect(raised.errors).to.contain("The new price is 1,000 times the present one, so --yes");
    expect(await ticket.ticketPrice()).to.equal(LOW);
  });

  it("is three times the present one, or a third, and not less", async () => {
    for (const [price, factor] of [
      [3n * PRICE, "3 times"],
      [PRICE / 3n - ((PRICE / 3n) % priceStep), "1/3 of"],
      [3n * PRICE - priceStep, null],
      [PRICE / 2n, null],
    ] as const) {
      const { code, errors } = await runTask(
        { project, env: env() },
        ...["ticket", "set-price", typed(price), "--network", "mainnet", "--yes"],
      );
      if (factor === null) expect(code, errors).to.equal(0);
      else
        expect(errors).to.match(
          new RegExp(`The new price is (less than )?${factor} the present one, `),
        );
      if (factor === null) await (await ticket.setTicketPrice(PRICE)).wait();
      expect(await ticket.ticketPrice()).to.equal(PRICE);
    }
  });

  it("is set once it is typed again, and not by yes", async () => {
    const start = () => startInTerminal({ project, env: env() }, ...words(LOW));
    const careless = start();
    await careless.answer(/Type \S+ ETH to go on: /, "yes");
    expect((await careless.ended).output).to.contain("Error: Not confirmed: nothing was sent\n");
    expect(await ticket.ticketPrice()).to.equal(PRICE);

    const meant = start();
    await meant.answer(new RegExp(`Type ${literally(printed(LOW))} to go on: `), printed(LOW));
    const { code, output } = await meant.ended;
    expect(code, output).to.equal(0);
    expect(await ticket.ticketPrice()).to.equal(LOW);
  });
});
