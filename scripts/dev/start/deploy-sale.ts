import { workerData } from "node:worker_threads";
import hre from "hardhat";
import { deploy } from "../../tasks/deploy/deploy.ts";
import { readRecord, writeRecord } from "../../tasks/record/record.ts";
import { DEMO_COMMISSION, deployPayouts } from "./deploy-payouts.ts";
import type { Sale } from "./sale-worker.ts";

/** A new thread imports the current `collection.ts`; the thread ends with the process. */
const { affiliates, ...asked } = workerData as Sale;
const { root } = hre.config.paths;
const connection = await hre.network.create("localhost");

const last = await readRecord(root, "localhost");
try {
  const record = await deploy({ ...asked, paused: false, yes: true }, hre, connection);
  const ticket = await connection.ethers.getContractAt("Ticket", record.address);
  await (await ticket.setAffiliates([...affiliates], true)).wait();
  for (const code of affiliates) {
    if (!(await ticket.isAffiliateActive(code))) {
      throw new Error(`The affiliate code ${code} was registered and is not active`);
    }
  }
  await deployPayouts(connection, root, record, affiliates);
  console.log(
    `Affiliate codes: ${affiliates.join(", ")}. Payouts pays them ${DEMO_COMMISSION} %: npm run hardhat -- affiliates due --network localhost`,
  );
} catch (error) {
  const left = await readRecord(root, "localhost");
  if (last !== null && left === null) await writeRecord(root, last);
  throw error;
}
