import { cp } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { maxPrice, priceStep } from "../../../collection.ts";
import { endpointVariable, networks, secondEndpointVariable } from "../../../networks.ts";
import { discounted } from "../../support/collection.ts";
import { runTask } from "../support/command.ts";
import { literally, PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { refusal, useSale } from "../support/sale.ts";
import { NO_TERMINAL } from "../support/terminal.ts";

const { chainId } = networks.polygon;
const money = (wei: bigint) => printed(wei, chainId);

describe("The tasks' amounts", () => {
  const sale = useSale({ chainId }, async () => {});

  it("are in POL on a chain with polygon's id", async () => {
    const said: string[] = [];
    const says = async (task: string, ...parts: readonly (string | RegExp)[]) => {
      const output = await sale.done(...task.split(" "));
      for (const part of parts) {
        if (typeof part === "string") expect(output).to.contain(part);
        else expect(output).to.match(part);
      }
      said.push(output);
    };
    await says(
      "affiliates add alice",
      /^ {2}cost +about [\d.]+ POL /m,
      /, about [\d.]+ POL in all\.\n$/,
    );
    const value = await sale.buy(2, "alice");
    expect(value).to.equal(discounted(2n * PRICE));
    const row = literally(money(value));
    await says(
      `ticket set-price ${typed(RAISED_PRICE)}`,
      `${money(PRICE)} -> ${money(RAISED_PRICE)}\n`,
      /^Done in block \d+ for about [\d.]+ POL: /m,
    );
    await says(
      `ticket set-price ${typed(RAISED_PRICE)}`,
      `The price is already ${money(RAISED_PRICE)}. Nothing to do.\n`,
    );
    await says(
      "ticket status",
      `price       ${money(RAISED_PRICE)} (${money(discounted(RAISED_PRICE))} with a code)\n`,
      `taken       ${money(value)}\n`,
      `balance     ${money(value)} to withdraw\n`,
      `  ${money(value)}  alice  `,
    );
    await says("affiliates list", new RegExp(`^alice .+ ${row}$`, "m"));
    await says("affiliates report", new RegExp(`^alice .+ ${row} `, "m"));
    await says(
      "ticket withdraw",
      `${money(value)} -> all paid out\n`,
      `paid out    ${money(value)}\n`,
    );
    for (const output of said) expect(output).not.to.match(/\bETH\b/);

    const step = typed(priceStep / 2n);
    for (const [price, line] of [
      ["cheap", "The price is not an amount in POL: cheap"],
      [
        step,
        `The price must be a multiple of ${money(priceStep)}, above 0 and at most ${typed(maxPrice)}: ${step}`,
      ],
    ] as const) {
      expect(await sale.task("ticket", "set-price", price)).to.deep.equal(refusal(line));
    }

    await sale.node.provider.send("hardhat_setBalance", [sale.owner.address, "0x1"]);
    expect(await sale.refused("ticket", "pause")).to.match(
      /^Error: Insufficient funds: 0x\w{40} has 0\.000000000000000001 POL and needs up to 0\.\d+ POL\. Send it some\.\n$/,
    );
  });

  it("are not sent to polygon when the question is not answered", async () => {
    const { project, node, owner } = sale;
    const folder = path.join(project, "deployments");
    await cp(path.join(folder, "rehearsal"), path.join(folder, "polygon"), { recursive: true });
    const env = {
      [endpointVariable("polygon")]: node.url,
      [secondEndpointVariable("polygon")]: `${node.url}/second`,
      DEPLOYER_PRIVATE_KEY: owner.privateKey,
    };
    const before = await owner.getNonce();
    const words = ["ticket", "pause", "--network", "polygon"];
    expect(await runTask({ project, env }, ...words)).to.include({ code: 1, errors: NO_TERMINAL });
    expect(await owner.getNonce("pending")).to.equal(before);
  });
});
