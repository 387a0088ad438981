import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { runTask } from "../support/command.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, testProject } from "../support/project.ts";

const NOWHERE = "http://127.0.0.1:9";

/** .env.example documents the same order; terminal.test.ts shows that of the keystore. */
describe("A setting that stands in several places", () => {
  let project: string;
  let local: TestNode;
  const written: string[] = [];

  before(async () => {
    project = await testProject();
    local = await startHardhatNode(31337);
  });

  beforeEach(() => forgetDeployments(project));

  afterEach(async () => {
    for (const file of written.splice(0)) await rm(path.join(project, file));
  });

  after(async () => {
    await local.close();
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
    await write(".env", `MAINNET_RPC_URL=${local.url}\n`);
    await write(".env.mainnet", `MAINNET_RPC_URL=${local.url}\n`);
    const { errors } = await runTask({ project }, "ticket", "status", "--network", "mainnet");
    expect(errors).to.match(/^Error: MAINNET_RPC_URL is not set\. /);
  });
});
