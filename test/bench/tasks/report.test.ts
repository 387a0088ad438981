import { readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { toBeHex } from "ethers";
import { size } from "../../../collection.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask } from "../../tasks/support/command.ts";
import { startHardhatNode } from "../../tasks/support/node.ts";
import { forgetDeployments, forgetKept, testProject } from "../../tasks/support/project.ts";

const SALES = size;
const AFFILIATES = 1_000;
const HOLDERS = 2_000;
const CODES_AT_ONCE = 100;
/** The goal is 10 s for 5,000 sales. */
const GOAL_SECONDS = SALES / 500;
const MOST_BYTES = 1_000_000;

it(`affiliates report and ticket dashboard: ${SALES} sales by ${AFFILIATES} affiliates, right to the wei, under ${GOAL_SECONDS} s each`, async function () {
  this.timeout(600_000);
  const project = await testProject();
  await forgetDeployments(project);
  const node = await startHardhatNode(1);
  const proxy = await startRpcProxy(node.url);
  const env = { REHEARSAL_RPC_URL: proxy.url };
  const task = async (...words: string[]) => {
    const start = performance.now();
    const { code, output, errors } = await runTask(
      { project, env },
      ...words,
      "--network",
      "rehearsal",
    );
    expect(code, errors).to.equal(0);
    return { output, seconds: (performance.now() - start) / 1000 };
  };

  await task("ticket", "deploy");
  const record = await readFile(path.join(project, "deployments/rehearsal/record.json"), "utf8");
  const ticket = Ticket__factory.connect(
    JSON.parse(record).address,
    await node.provider.getSigner(0),
  );
  const codes = Array.from({ length: AFFILIATES }, (_, i) => `partner-${i}`);
  for (let at = 0; at < AFFILIATES; at += CODES_AT_ONCE) {
    await (await ticket.setAffiliates(codes.slice(at, at + CODES_AT_ONCE), true)).wait();
  }
  const price = await ticket.getAffiliatePriceForQuantity(1);
  const buyer = await (await node.provider.getSigner(1)).getAddress();
  for (let sale = 0; sale < SALES; sale += 1) {
    const data = ticket.interface.encodeFunctionData("buyTicketWithAffiliate", [
      toBeHex(0x1_0000 + (sale % HOLDERS), 20),
      1,
      codes[sale % AFFILIATES] ?? "",
    ]);
    await node.provider.send("eth_sendTransaction", [
      {
        from: buyer,
        to: await ticket.getAddress(),
        data,
        value: `0x${price.toString(16)}`,
        gas: "0x493e0",
      },
    ]);
  }

  const first = await task("affiliates", "report", "--json");
  const { all, affiliates } = JSON.parse(first.output);
  expect(all).to.deep.equal({
    purchases: SALES,
    tickets: SALES,
    paidWei: (price * BigInt(SALES)).toString(),
  });
  expect(affiliates).to.have.length(AFFILIATES);
  const read = proxy.requests.filter(({ method }) => method === "eth_getLogs").length;
  const second = await task("affiliates", "report", "--json");
  expect(proxy.requests.filter(({ method }) => method === "eth_getLogs")).to.have.length(read);
  console.log(
    `      first ${first.seconds.toFixed(1)} s, second, from the cache, ${second.seconds.toFixed(1)} s`,
  );
  expect(first.seconds).to.be.lessThan(GOAL_SECONDS);

  await forgetKept("sale-events.json");
  const file = path.join(project, "dashboard.html");
  for (const cache of ["nothing read before", "the sale read before"]) {
    const { seconds } = await task("ticket", "dashboard", "--out", file);
    const { size: bytes } = await stat(file);
    console.log(`      dashboard, ${cache}: ${seconds.toFixed(1)} s, ${bytes} bytes`);
    expect(seconds).to.be.lessThan(GOAL_SECONDS);
    expect(bytes).to.be.lessThan(MOST_BYTES);
  }
  await rm(file);
  await proxy.close();
  await node.close();
});
