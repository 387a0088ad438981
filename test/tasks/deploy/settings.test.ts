import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";
import { startInTerminal } from "../support/terminal.ts";

const PASSWORD = "correct horse battery";
const NOWHERE = "http://127.0.0.1:9";

const homeOf = (home: string) => ({ HOME: home, XDG_CONFIG_HOME: path.join(home, ".config") });

/** .env.example documents the same order. */
describe("A setting that stands in several places", () => {
  let project: string;
  let mainnet: TestNode;
  let local: TestNode;
  const written: string[] = [];

  before(async () => {
    project = await testProject();
    [mainnet, local] = await Promise.all([startHardhatNode(1), startHardhatNode(31337)]);
  });

  beforeEach(() => forgetDeployments(project));

  afterEach(async () => {
    for (const file of written.splice(0)) await rm(path.join(project, file));
  });

  after(async () => {
    await Promise.all([mainnet.close(), local.close()]);
    await forgetDeployments(project);
  });

  async function write(file: string, text: string): Promise<void> {
    await writeFile(path.join(project, file), text);
    written.push(file);
  }

  it("is the local node from LOCALHOST_RPC_URL, then from CHAIN_PORT", async () => {
    const port = new URL(local.url).port;
    const status = async (env: Readonly<Record<string, string>>) =>
      (await runTask({ project, env }, "ticket", "status", "--network", "localhost")).errors;
    const answered = /^Error: Nothing is recorded for localhost /;
    const silent = /^Error: The endpoint of localhost does not answer\./;
    expect(await status({ CHAIN_PORT: port })).to.match(answered);
    expect(await status({ CHAIN_PORT: "9" })).to.match(silent);
    expect(await status({ CHAIN_PORT: "9", LOCALHOST_RPC_URL: local.url })).to.match(answered);
    expect(await status({ CHAIN_PORT: port, LOCALHOST_RPC_URL: NOWHERE })).to.match(silent);
  });

  it("is never Hardhat's from the page's files", async () => {
    await write(".env", `MAINNET_RPC_URL=${mainnet.url}\n`);
    await write(".env.mainnet", `MAINNET_RPC_URL=${mainnet.url}\n`);
    const { errors } = await runTask({ project }, "ticket", "status", "--network", "mainnet");
    expect(errors).to.match(/^Error: MAINNET_RPC_URL is not set\. /);
  });

  it("is Hardhat's from the environment, then from the keystore", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "home-"));
    const start = (env: Readonly<Record<string, string>>, ...words: string[]) =>
      startInTerminal(
        {
          project,
          env: { ...homeOf(home), MAINNET_SECOND_RPC_URL: `${mainnet.url}/second`, ...env },
        },
        ...words,
      );
    const store = start({}, "keystore", "set", "MAINNET_RPC_URL");
    await store.answer(/Enter the password: /, PASSWORD);
    await store.answer(/confirm your password: /, PASSWORD);
    await store.answer(/Enter secret to store[^:]*: /, NOWHERE);
    expect((await store.ended).code).to.equal(0);

    const words = ["ticket", "status", "--network", "mainnet"] as const;
    const stored = start({}, ...words);
    await stored.answer(/Enter the password: /, PASSWORD);
    expect((await stored.ended).output).to.contain("The endpoint of mainnet does not answer.");
    const { output } = await start({ MAINNET_RPC_URL: mainnet.url }, ...words).ended;
    expect(output).to.match(/^Error: Nothing is recorded for mainnet /);
    await rm(home, { recursive: true });
  });
});
