import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { JsonRpcSigner } from "ethers";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { Ticket__factory } from "../../../typechain-types/index.ts";
import {
  ETHERSCAN_KEY,
  startVerificationServices,
  type VerificationServices,
} from "../../doubles/verification/verification-services.ts";
import { startProcess } from "../../support/process.ts";
import { HARDHAT } from "../support/hardhat-cli.ts";
import { KNOWN_KEY } from "../support/known-key.ts";
import { PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";
import { PERSONS_ENV, startInTerminal } from "../support/terminal.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const PASSWORD = "correct horse battery";

/**
 * Commands that this test skips, because they need git's history, the registry, a host or a quarter
 * of an hour.
 */
const ELSEWHERE = [
  /^git switch /,
  /^npm (ci|test)$/,
  /^npm run (build|check:site) /,
  /^npm run rehearse -- --sale-day$/,
];

/**
 * Typed answers besides the keystore's password; `null` if the Safe's owners sign, or if nothing is
 * sent.
 */
const ANSWERS: Readonly<Record<string, string | null>> = {
  "ticket deploy": "mainnet",
  "ticket verify": null,
  "ticket status": null,
  "affiliates import": "yes",
  "affiliates link": null,
  "ticket watch": "\u0003",
  "ticket unpause": "yes",
  "ticket freeze-metadata": "freeze for ever",
  "ticket transfer-ownership": "yes",
  "ticket accept-ownership": null,
  "ticket safe-files": null,
  "ticket withdraw": "yes",
  "affiliates report": null,
  "ticket deploy-payouts": "yes",
  "affiliates payees": null,
  "affiliates due": null,
  "affiliates pay": null,
  "affiliates payments": null,
  "ticket dashboard": null,
  "ticket adopt": null,
  "ticket pause": "yes",
};

async function runbookCommands(): Promise<string[]> {
  const documents = await Promise.all(
    ["docs/team/2-launch.md", "docs/team/4-incidents.md"].map((file) =>
      readFile(path.join(ROOT, file), "utf8"),
    ),
  );
  return [...documents.join("\n").matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block = ""]) =>
    block
      .replaceAll(/\\\n */g, "")
      .split(/\n(?!VITE_|END$)/m)
      .map((line) => line.replace(/\s+# .*$/, "").trim())
      .filter((line) => line !== ""),
  );
}

describe("The launch, then the incidents", () => {
  let project: string;
  let home: string;
  let node: TestNode;
  let local: TestNode;
  let services: VerificationServices;
  let accounts: readonly JsonRpcSigner[];
  let safe: string;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    home = await mkdtemp(path.join(tmpdir(), "home-"));
    node = await startHardhatNode(1, 100, { initialDate: "2026-11-10T12:00:00Z" });
    local = await startHardhatNode(31337);
    services = await startVerificationServices(node.url);
    accounts = await node.provider.listAccounts();
    safe = await (await deploySafeWallet(accounts.slice(4, 7), 2)).getAddress();
  });

  after(async () => {
    await services.close();
    await node.close();
    await local.close();
    for (const file of [".env", "affiliates.csv", "payees.csv", "alice.svg", "november.html"]) {
      await rm(path.join(project, file), { force: true });
    }
    await forgetDeployments(project);
    await rm(home, { recursive: true });
  });

  const env = (): Record<string, string> => ({
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    REHEARSAL_RPC_URL: node.url,
    SOURCIFY_API_URL: services.sourcifyUrl,
    ETHERSCAN_API_URL: services.etherscanUrl,
  });

  async function store(name: string): Promise<void> {
    const secret = {
      DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
      OWNER_PRIVATE_KEY: KNOWN_KEY,
      MAINNET_RPC_URL: node.url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
      ETHERSCAN_API_KEY: ETHERSCAN_KEY,
    }[name];
    expect(secret, name).to.be.a("string");
    const isFirst = name === "DEPLOYER_PRIVATE_KEY";
    const run = startInTerminal({ project, env: env() }, "keystore", "set", name);
    await run.answer(/Enter the password: /, PASSWORD);
    if (isFirst) await run.answer(/confirm your password: /, PASSWORD);
    await run.answer(/Enter secret to store[^:]*: /, secret ?? "");
    expect((await run.ended).code, name).to.equal(0);
  }

  /** Deploys without the keystore, because this test can't type its password. */
  async function rehearse(): Promise<void> {
    for (const [network, chain] of [
      ["rehearsal", node],
      ["localhost", local],
    ] as const) {
      const { code, errors } = await startProcess(
        process.execPath,
        [HARDHAT, "ticket", "deploy", "--network", network],
        { cwd: project, env: { ...PERSONS_ENV, ...env(), LOCALHOST_RPC_URL: chain.url } },
      ).ended;
      expect(code, errors).to.equal(0);
    }
  }

  async function runTyped(line: string): Promise<string> {
    const [, settings = "", task = "", into] =
      /^((?:\w+=\S+ )*)npm run (?:--silent )?hardhat -- (.+?)(?: > (\S+))?$/.exec(line) ?? [];
    const record = path.join(project, "deployments/mainnet/record.json");
    const address = existsSync(record) ? JSON.parse(await readFile(record, "utf8")).address : "";
    const words = task
      .replace("0xOwner", `${accounts[0]?.address} --single-owner`)
      .replace("0xTreasury", accounts[3]?.address ?? "")
      .replace("0xYourSafe", safe)
      .replace("0xYourTicket", address)
      .replace("--price 0.05", `--price ${typed(PRICE)}`)
      .replace("https://your.site/", "http://127.0.0.1:9/")
      .split(" ");
    const answer = ANSWERS[words.slice(0, 2).join(" ")];
    expect(answer, `no one knows what this asks: ${line}`).not.to.equal(undefined);
    if (words[1] === "adopt") await rm(record);
    const run = startInTerminal(
      {
        project,
        env: { ...env(), ...(settings !== "" && { BLOCKSCOUT_API_URL: services.blockscoutUrl }) },
        ...(into !== undefined && { into: path.join(home, into) }),
      },
      ...words,
    );
    await run.answer(/Enter the password: /, PASSWORD);
    if (words[1] === "watch") await run.answer(/ figures /, answer ?? "");
    else if (answer) await run.answer(/Type .+ to go on: /, answer);
    const { code, output } = await run.ended;
    expect(code, `${line}\n${output}`).to.equal(0);
    return output;
  }

  it("is right, command by command, from the keystore to the pause", async function () {
    this.timeout(500_000);
    await writeFile(path.join(project, "affiliates.csv"), "code,name\nalice,Alice\n");
    const payee = accounts[8]?.address;
    await writeFile(path.join(project, "payees.csv"), `code,payee\nalice,${payee}\n`);
    const ran: string[] = [];
    for (const line of await runbookCommands()) {
      if (ELSEWHERE.some((pattern) => pattern.test(line))) continue;
      ran.push(line);
      const [, stored] = /^npm run hardhat -- keystore set (\w+)$/.exec(line) ?? [];
      if (stored !== undefined) await store(stored);
      else if (line === "npm run rehearse") await rehearse();
      else if (line.startsWith("cat ")) {
        const urls = [node.url, `${node.url}/second`, `${node.url}/third`].join();
        const typed = line.replace(/(?<=VITE_RPC_URLS=).*/, urls);
        execFileSync("sh", ["-c", typed], { cwd: project });
      } else await runTyped(line);
      if (/ ticket deploy /.test(line)) await addTreasury();
      if (/ ticket unpause /.test(line)) await buy();
    }
    expect(ran.length).to.be.above(25);
  });

  async function addTreasury(): Promise<void> {
    const file = path.join(project, "deployments/mainnet/record.json");
    const record = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...record, treasury: accounts[3]?.address }, null, 2));
  }

  async function buy(): Promise<void> {
    const file = path.join(project, "deployments/mainnet/record.json");
    const { address } = JSON.parse(await readFile(file, "utf8"));
    const ticket = Ticket__factory.connect(address, accounts[7]);
    const value = await ticket.getAffiliatePriceForQuantity(1);
    const to = accounts[7]?.address ?? "";
    await (await ticket.buyTicketWithAffiliate(to, 1, "alice", { value })).wait();
  }
});
