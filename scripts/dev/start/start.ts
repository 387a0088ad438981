import { rm } from "node:fs/promises";
import path from "node:path";
import { portProblem } from "../../tasks/cli/port-settings.ts";
import { oneLine, TaskError } from "../../tasks/cli/task.ts";
import { workAlone } from "../../tasks/machine/one-at-a-time.ts";
import { deploymentDirectory } from "../../tasks/record/record.ts";
import { servingLocally } from "../local-request.ts";
import { onLauncherGone } from "./launchers.ts";
import { HELP, type Pictures, readOptions } from "./options.ts";
import { type PortState, portState } from "./port.ts";
import { deploySale, type Sale } from "./sale-worker.ts";
import { onSourceEdits, staleCollection } from "./source-edits.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const DEMO_AFFILIATES = ["welcome5", "openhouse"];
const DEMO_CARD = "Garden Flat";

/**
 * Runs everything in one process, so that process's end stops everything. The next start rebuilds
 * the files.
 */
export async function start(words: readonly string[] = []): Promise<void> {
  endWithTheTerminal();
  endOnLostPort();
  try {
    const { help, price, pictures } = await readOptions(words);
    if (help) return console.log(HELP);
    process.chdir(ROOT);
    const sale = { price, baseUri: pictures?.baseUri, affiliates: DEMO_AFFILIATES };
    const ports = [portSetting("CHAIN_PORT", 8545), portSetting("PAGE_PORT", 5173)] as const;
    await serve(...ports, sale, pictures);
  } catch (error) {
    fail(error);
  }
}

async function serve(
  chainPort: number,
  pagePort: number,
  sale: Sale,
  pictures: Pictures | null,
): Promise<void> {
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
  // Hardhat reads both variables when it loads. The shell may name another project's config.
  process.env.HARDHAT_CONFIG = path.join(ROOT, "hardhat.config.ts");
  process.env.LOCALHOST_RPC_URL = chainUrl;

  console.log(`Starting a chain at ${chainUrl}`);
  const { default: hre } = await import("hardhat");
  const chain = await servingLocally(() =>
    hre.network.createServer(
      // Reports a revert in the receipt, like a live chain.
      { network: "node", override: { throwOnTransactionFailures: false } },
      "127.0.0.1",
      chainPort,
    ),
  );
  await chain.listen();

  // The deployment is from a chain that no longer exists.
  await rm(deploymentDirectory(ROOT, "localhost"), { recursive: true, force: true });
  console.log("Compiling and deploying the contracts");
  await deploySale(sale);
  await sayIfCollectionIsStale();

  console.log("Starting the page");
  const { serveLocalPage } = await import("../../../frontend/dev-server.ts");
  await serveLocalPage(pagePort, chainUrl, pictures);
  onSourceEdits(ROOT, {
    contracts: oneByOne(() => redeploy(sale)),
    collection: sayIfCollectionIsStale,
  });
  await assertServed(`http://127.0.0.1:${pagePort}/`);

  const link = new URLSearchParams({ a: DEMO_AFFILIATES[0] ?? "", card: DEMO_CARD });
  console.log(`Ready: http://localhost:${pagePort}/?${link.toString().replaceAll("+", "%20")}`);
}

async function redeploy(sale: Sale): Promise<void> {
  console.log("A contract was edited: compiling");
  try {
    await deploySale(sale);
  } catch (error) {
    console.error(`Error: ${oneLine(error)} The last deployment keeps running.`);
  }
}

async function sayIfCollectionIsStale(): Promise<void> {
  try {
    const stale = await staleCollection(ROOT);
    if (stale !== null) console.error(stale);
  } catch (error) {
    console.error(`Error: ${oneLine(error)}`);
  }
}

async function assertServed(url: string): Promise<void> {
  const response = await fetch(url, { headers: { accept: "text/html" } });
  if (!response.ok) throw new Error(`The page answers ${response.status}`);
  await response.text();
}

/** Runs `work` once at a time. If it is called during a run, it runs once more afterwards. */
function oneByOne(work: () => Promise<void>): () => Promise<void> {
  let asked = false;
  let running = false;
  return async () => {
    asked = true;
    if (running) return;
    running = true;
    while (asked) {
      asked = false;
      await work();
    }
    running = false;
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

function endWithTheTerminal(): void {
  const end = () => process.exit(0);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  onLauncherGone(end);
  // The page must survive a closed pipe (`npm start | grep -m1 Ready`).
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}

function endOnLostPort(): void {
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    fail(error.code === "EADDRINUSE" || error.code === "EACCES" ? error : (error.stack ?? error));
  });
}

function fail(error: unknown): never {
  console.error(`Error: ${typeof error === "string" ? error : oneLine(error)}`);
  process.exit(1);
}
