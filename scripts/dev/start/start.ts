import { rm } from "node:fs/promises";
import path from "node:path";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import {
  type DeploymentRecord,
  deploymentDirectory,
  readRecord,
  writeRecord,
} from "../../tasks/record/record.ts";
import { workAlone } from "../../tasks/shared/one-at-a-time.ts";
import { portProblem } from "../../tasks/shared/port-settings.ts";
import { oneLine, TaskError } from "../../tasks/shared/task-action.ts";
import { servingLocally } from "../local-request.ts";
import { onLauncherGone } from "./launchers.ts";
import { type PortState, portState } from "./port.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const DEMO_AFFILIATES = ["welcome5", "openhouse"];
const DEMO_CARD = "Garden Flat";
/** Editors save a file in several steps, and one save may touch many files. */
const SETTLED_AFTER_MS = 150;

/**
 * `npm start`: a local chain, the contracts deployed to it, the page that sells them. All of it lives in this one
 * process, so that its end, however it comes, leaves nothing running; and whatever it leaves on disk, the next start
 * makes anew.
 */
export async function start(): Promise<void> {
  endWithTheTerminal();
  endOnLostPort();
  try {
    process.chdir(ROOT);
    await serve(portSetting("CHAIN_PORT", 8545), portSetting("PAGE_PORT", 5173));
  } catch (error) {
    fail(error);
  }
}

async function serve(chainPort: number, pagePort: number): Promise<void> {
  if (chainPort === pagePort) {
    throw new TaskError(`CHAIN_PORT and PAGE_PORT are both ${chainPort}: set different ones`);
  }
  await workAlone(
    ROOT,
    `npm start is running in this folder already: http://localhost:${pagePort}/. ` +
      "Stop it first: both would keep their deployment in deployments/localhost.",
  );
  assertUsable("CHAIN_PORT", chainPort, await portState(chainPort));
  assertUsable("PAGE_PORT", pagePort, await portState(pagePort));

  const chainUrl = `http://127.0.0.1:${chainPort}`;
  // Both are read when `hardhat` is imported. A config that the shell has set for another project is not ours.
  process.env.HARDHAT_CONFIG = path.join(ROOT, "hardhat.config.ts");
  process.env.LOCALHOST_RPC_URL = chainUrl;

  console.log("Compiling the contracts");
  const { default: hre } = await import("hardhat");
  await hre.tasks.getTask("build").run({ quiet: true, noTests: true });

  console.log(`Starting a chain at ${chainUrl}`);
  const chain = await servingLocally(() =>
    hre.network.createServer(
      // As on a live chain: a reverted transaction is answered by its hash, and its receipt tells.
      { network: "node", override: { throwOnTransactionFailures: false } },
      "127.0.0.1",
      chainPort,
    ),
  );
  await chain.listen();

  // The chain it was deployed to is gone, or it was interrupted: both are of no use to a new chain.
  await rm(deploymentDirectory(ROOT, "localhost"), { recursive: true, force: true });
  const connection = await hre.network.create("localhost");
  await deployWithAffiliates(hre, connection);

  console.log("Starting the page");
  const { serveLocalPage } = await import("../../../frontend/dev-server.ts");
  const page = await serveLocalPage(pagePort, chainUrl);
  const contracts = path.join(ROOT, "contracts");
  page.watcher.add(contracts);
  page.watcher.on(
    "all",
    redeployOnEdit(contracts, () => redeploy(hre, connection)),
  );
  await assertServed(`http://127.0.0.1:${pagePort}/`);

  const link = new URLSearchParams({ a: DEMO_AFFILIATES[0] ?? "", card: DEMO_CARD });
  console.log(`Ready: http://localhost:${pagePort}/?${link.toString().replaceAll("+", "%20")}`);
}

async function deployWithAffiliates(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
): Promise<void> {
  const { deploy } = await import("../../tasks/deploy/deploy.ts");
  const { record } = await deploy({ paused: false, yes: true }, hre, connection);
  await registerAffiliates(connection, record);
}

/** A deployment that fails leaves no record, and the page would lose the contract that it still could use. */
async function redeploy(
  hre: HardhatRuntimeEnvironment,
  connection: NetworkConnection,
): Promise<void> {
  const last = await readRecord(ROOT, "localhost");
  try {
    await deployWithAffiliates(hre, connection);
  } catch (error) {
    const left = await readRecord(ROOT, "localhost");
    if (last !== null && left === null) await writeRecord(ROOT, last);
    throw error;
  }
}

async function registerAffiliates(
  connection: NetworkConnection,
  record: DeploymentRecord,
): Promise<void> {
  const ticket = await connection.ethers.getContractAt("Ticket", record.address);
  const sent = await ticket.setAffiliates(DEMO_AFFILIATES, true);
  await sent.wait();
  for (const code of DEMO_AFFILIATES) {
    if (!(await ticket.isAffiliateActive(code))) {
      throw new Error(`The affiliate code ${code} was registered and is not active`);
    }
  }
  console.log(`Affiliate codes: ${DEMO_AFFILIATES.join(", ")}.`);
}

async function assertServed(url: string): Promise<void> {
  const response = await fetch(url, { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error(`The page answers ${response.status}`);
  await response.text();
}

/** @returns a listener for file events; one deployment runs at a time, and the last edit is never missed */
function redeployOnEdit(contracts: string, deployAgain: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let edited = false;
  let running = false;

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    while (edited) {
      edited = false;
      console.log("A contract was edited: compiling");
      try {
        await deployAgain();
      } catch (error) {
        console.error(`Error: ${oneLine(error)} The last deployment keeps running.`);
      }
    }
    running = false;
  }

  return (_event: string, file: string): void => {
    if (!file.endsWith(".sol") || path.relative(contracts, file).startsWith("..")) return;
    edited = true;
    clearTimeout(timer);
    timer = setTimeout(run, SETTLED_AFTER_MS);
  };
}

function portSetting(name: string, fallback: number): number {
  const text = process.env[name] || String(fallback);
  const problem = portProblem({ [name]: text });
  if (problem !== null) throw new TaskError(problem);
  return Number(text);
}

function assertUsable(setting: string, port: number, state: PortState): void {
  if (state === "free") return;
  const reason = state === "busy" ? "is in use by another program" : "is not allowed to you";
  const other = port === 65_535 ? port - 1 : port + 1;
  throw new TaskError(
    `Port ${port} ${reason}. Free it, or choose another: ${setting}=${other} npm start`,
  );
}

/** Everything is in memory or made anew by the next start, so to exit is to clean up. */
function endWithTheTerminal(): void {
  const end = () => process.exit(0);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  onLauncherGone(end);
  // The reader of the output may stop reading (`npm start | grep -m1 Ready`): the page stays.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}

/** Hardhat's server has no listener for its errors, so a port lost after the check surfaces here. */
function endOnLostPort(): void {
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    fail(error.code === "EADDRINUSE" || error.code === "EACCES" ? error : (error.stack ?? error));
  });
}

function fail(error: unknown): never {
  console.error(`Error: ${typeof error === "string" ? error : oneLine(error)}`);
  process.exit(1);
}
