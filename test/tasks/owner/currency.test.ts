import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { type JsonRpcSigner, parseEther, toQuantity } from "ethers";
import { maxPrice, priceStep } from "../../../collection.ts";
import {
  endpointVariable,
  networkNames,
  networks,
  secondEndpointVariable,
} from "../../../networks.ts";
import { type Ticket, Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { discounted } from "../../support/collection.ts";
import { runTask } from "../support/command.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { literally, PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const { chainId: POLYGON } = networks.polygon;
const IN_NO_ROW = 424_242;

describe("The tasks' amounts", () => {
  let project: string;
  let node: TestNode;
  let owner: JsonRpcSigner;
  let ticket: Ticket;

  before(async () => {
    project = await testProject();
  });

  after(() => forgetDeployments(project));

  async function started(chainId: number): Promise<void> {
    await forgetDeployments(project);
    node = await startHardhatNode(chainId);
    owner = await node.provider.getSigner(0);
  }

  const task = (...words: string[]) =>
    runTask({ project, env: { REHEARSAL_RPC_URL: node.url } }, ...words, "--network", "rehearsal");

  async function done(...words: string[]): Promise<string> {
    const { code, output, errors } = await task(...words);
    expect(code, errors).to.equal(0);
    return output;
  }

  const readRehearsal = async () =>
    JSON.parse(await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8"));

  for (const chainId of [POLYGON, IN_NO_ROW]) {
    const row = networkNames.find((name) => networks[name].chainId === chainId);
    const symbol = row === undefined ? "ETH" : networks[row].currency.symbol;
    const other = symbol === "ETH" ? "POL" : "ETH";
    const money = (wei: bigint) => printed(wei, chainId);

    it(`are in ${symbol} on a chain with ${row === undefined ? "an id that is in no row" : `${row}'s id`}`, async () => {
      await started(chainId);
      const said = [await done("ticket", "deploy")];
      expect(said[0]).to.match(
        new RegExp(
          `^pass {2}balance +[\\d.]+ ${symbol}; [\\d.]+ ${symbol} is enough even if the base fee doubles$`,
          "m",
        ),
      );
      expect(said[0]).to.contain(`${money(PRICE)}, sales open at once`);
      ticket = Ticket__factory.connect((await readRehearsal()).address, owner);

      const added = await done("affiliates", "add", "alice");
      expect(added).to.match(new RegExp(`^ {2}cost +about [\\d.]+ ${symbol} `, "m"));
      expect(added).to.match(new RegExp(`, about [\\d.]+ ${symbol} in all\\.\n$`));
      const value = await ticket.getAffiliatePriceForQuantity(2);
      expect(value).to.equal(discounted(2n * PRICE));
      await (await ticket.buyTicketWithAffiliate(owner.address, 2, "alice", { value })).wait();

      const changed = await done("ticket", "set-price", typed(RAISED_PRICE));
      expect(changed).to.contain(`${money(PRICE)} -> ${money(RAISED_PRICE)}\n`);
      expect(changed).to.match(
        new RegExp(`^Done in block \\d+ for about [\\d.]+ ${symbol}: `, "m"),
      );
      const same = await done("ticket", "set-price", typed(RAISED_PRICE));
      expect(same).to.equal(`The price is already ${money(RAISED_PRICE)}. Nothing to do.\n`);
      const status = await done("ticket", "status");
      for (const line of [
        `price       ${money(RAISED_PRICE)} (${money(discounted(RAISED_PRICE))} with a code)`,
        `taken       ${money(value)}`,
        `balance     ${money(value)} to withdraw`,
      ]) {
        expect(status).to.contain(`${line}\n`);
      }
      expect(status).to.contain(`  ${money(value)}  alice  `);
      const list = await done("affiliates", "list");
      expect(list).to.match(new RegExp(`^alice .+ ${literally(money(value))}$`, "m"));
      const report = await done("affiliates", "report");
      expect(report).to.match(new RegExp(`^alice .+ ${literally(money(value))} `, "m"));
      const withdrawn = await done("ticket", "withdraw");
      expect(withdrawn).to.contain(`${money(value)} -> all paid out\n`);
      expect(withdrawn).to.contain(`paid out    ${money(value)}\n`);

      const refusals = await Promise.all([
        task("ticket", "set-price", "cheap"),
        task("ticket", "set-price", typed(priceStep / 2n)),
      ]);
      expect(refusals.map(({ errors }) => errors)).to.deep.equal([
        `Error: The price is not an amount in ${symbol}: cheap\n`,
        `Error: The price must be a multiple of ${money(priceStep)}, above 0 and at most ` +
          `${typed(maxPrice)}: ${typed(priceStep / 2n)}\n`,
      ]);

      said.push(added, changed, same, status, list, report, withdrawn);
      for (const output of said) expect(output).not.to.match(new RegExp(`\\b${other}\\b`));
      await node.close();
    });
  }

  it("are in POL where an account on Polygon has too little, and where two endpoints differ", async () => {
    await started(POLYGON);
    await done("ticket", "deploy");
    const record = await readRehearsal();
    ticket = Ticket__factory.connect(record.address, owner);
    await (await ticket.buyTicket(owner.address, 2, { value: 2n * PRICE })).wait();
    await mkdir(path.join(project, "deployments/polygon"), { recursive: true });
    await writeFile(
      path.join(project, "deployments/polygon/record.json"),
      JSON.stringify({ ...record, network: "polygon" }),
    );
    const onPolygon = (env: Readonly<Record<string, string>>, ...words: string[]) =>
      runTask(
        {
          project,
          env: {
            [endpointVariable("polygon")]: node.url,
            [secondEndpointVariable("polygon")]: `${node.url}/second`,
            DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
            ...env,
          },
        },
        ...[...words, "--network", "polygon", "--yes"],
      );

    const lying = await startRpcProxy(node.url, {
      before: ({ method }) =>
        method === "eth_getBalance" ? { result: toQuantity(parseEther("0.5")) } : undefined,
    });
    const disputed = await onPolygon(
      { [secondEndpointVariable("polygon")]: lying.url },
      ...["ticket", "withdraw", "--to", owner.address],
    );
    await lying.close();
    expect(disputed.errors).to.contain(`says ${printed(2n * PRICE, POLYGON)}, `);
    expect(disputed.errors).to.contain(" says 0.5 POL. ");

    await node.provider.send("hardhat_setBalance", [owner.address, "0x1"]);
    const broke = await onPolygon({}, "ticket", "pause");
    expect(broke.errors).to.match(
      /^Error: Insufficient funds: 0x\w{40} has 0\.000000000000000001 POL and needs up to 0\.\d+ POL\. Send it some\.\n$/,
    );
    await forgetDeployments(project);
    const undeployed = await onPolygon(
      {},
      ...["ticket", "deploy", "--price", typed(PRICE), "--royalty-bps", "500"],
      ...["--owner", owner.address, "--royalty-receiver", owner.address],
    );
    expect(undeployed.output).to.match(
      /^fail {2}balance +0\.000000000000000001 POL is insufficient: have [\d.]+ POL, .* Send some to 0x\w{40}\.$/m,
    );
    await node.close();
  });
});
