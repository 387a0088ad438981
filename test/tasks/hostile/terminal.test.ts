import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { keccak256 } from "ethers";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { startProcess } from "../../support/process.ts";
import { runTask } from "../support/command.ts";
import { HARDHAT } from "../support/hardhat-cli.ts";
import { KNOWN_ACCOUNT, KNOWN_KEY } from "../support/known-key.ts";
import { PRICE, typed } from "../support/money.ts";
import { startHardhatNode, type TestNode } from "../support/node.ts";
import { forgetDeployments, noteRehearsal, testProject } from "../support/project.ts";
import { PERSONS_ENV, startInTerminal } from "../support/terminal.ts";

const PASSWORD = "correct horse battery";
const DEPLOY = [
  ...["ticket", "deploy", "--network", "mainnet", "--price", typed(PRICE), "--royalty-bps", "500"],
  ...["--owner", KNOWN_ACCOUNT, "--royalty-receiver", KNOWN_ACCOUNT, "--single-owner"],
] as const;

const REPORT_HEADER = "code,active,purchases,tickets,paid_wei,first_sale,last_sale";

const homeOf = (home: string) => ({ HOME: home, XDG_CONFIG_HOME: path.join(home, ".config") });

describe("In a terminal", () => {
  let project: string;
  let node: TestNode;
  /** Replaces the user's home, where Hardhat keeps its keystore. */
  let home: string;

  before(async () => {
    project = await testProject();
    node = await startHardhatNode(1, 100);
    home = await mkdtemp(path.join(tmpdir(), "home-"));
  });

  beforeEach(async () => {
    await forgetDeployments(project);
    await noteRehearsal(project);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
    await rm(home, { recursive: true });
  });

  function start(env: Readonly<Record<string, string>>, ...words: string[]) {
    return startInTerminal(
      { project, env: { MAINNET_SECOND_RPC_URL: `${node.url}/second`, ...homeOf(home), ...env } },
      ...words,
    );
  }

  it("a deployment to a live network sends nothing unless its name is typed", async () => {
    const sent = await node.provider.getTransactionCount(KNOWN_ACCOUNT);
    const run = start({ MAINNET_RPC_URL: node.url, DEPLOYER_PRIVATE_KEY: KNOWN_KEY }, ...DEPLOY);
    await run.answer(/Type mainnet to go on: /, "yes");
    const { code, output } = await run.ended;

    expect(code, output).to.equal(1);
    expect(output).to.contain("Error: Not confirmed: nothing was sent\n");
    expect(await node.provider.getTransactionCount(KNOWN_ACCOUNT)).to.equal(sent);
  });

  it("key and endpoint come from the encrypted keystore, and the network's name is typed", async () => {
    const setKey = start({}, "keystore", "set", "DEPLOYER_PRIVATE_KEY");
    await setKey.answer(/Enter the password: /, PASSWORD);
    await setKey.answer(/confirm your password: /, PASSWORD);
    await setKey.answer(/Enter secret to store[^:]*: /, KNOWN_KEY);
    const stored = await setKey.ended;
    expect(stored.code, stored.output).to.equal(0);
    expect(stored.output).not.to.contain(KNOWN_KEY.slice(2));

    const setUrl = start({}, "keystore", "set", "MAINNET_RPC_URL");
    await setUrl.answer(/Enter the password: /, PASSWORD);
    await setUrl.answer(/Enter secret to store[^:]*: /, node.url);
    expect((await setUrl.ended).code).to.equal(0);

    const files = await readdir(home, { recursive: true });
    const keystore = files.find((file) => path.basename(file) === "keystore.json") ?? "";
    const kept = await readFile(path.join(home, keystore), "utf8");
    expect(kept).to.contain("DEPLOYER_PRIVATE_KEY").and.not.to.contain(KNOWN_KEY.slice(2));

    const run = start({}, ...DEPLOY);
    await run.answer(/Enter the password: /, PASSWORD);
    await run.answer(/Type mainnet to go on: /, "mainnet");
    const { code, output } = await run.ended;
    expect(code, output).to.equal(0);

    const file = path.join(project, "deployments/mainnet/record.json");
    const record: DeploymentRecord = JSON.parse(await readFile(file, "utf8"));
    expect(record.deployer).to.equal(KNOWN_ACCOUNT);
    expect(keccak256(await node.provider.getCode(record.address))).to.equal(record.codeHash);
  });

  describe("with a keystore", () => {
    let own: string;

    before(async () => {
      own = await mkdtemp(path.join(tmpdir(), "home-"));
      const store = start(homeOf(own), "keystore", "set", "MAINNET_RPC_URL");
      await store.answer(/Enter the password: /, PASSWORD);
      await store.answer(/confirm your password: /, PASSWORD);
      await store.answer(/Enter secret to store[^:]*: /, node.url);
      const { code, output } = await store.ended;
      expect(code, output).to.equal(0);
    });

    beforeEach(async () => {
      const env = {
        MAINNET_RPC_URL: node.url,
        MAINNET_SECOND_RPC_URL: `${node.url}/second`,
        DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
      };
      const { code, errors } = await runTask({ project, env }, ...DEPLOY, "--yes");
      expect(code, errors).to.equal(0);
    });

    after(() => rm(own, { recursive: true }));

    it("asks for the password on the screen while standard output is a file, which gets what was asked for", async () => {
      const { address } = JSON.parse(
        await readFile(path.join(project, "deployments/mainnet/record.json"), "utf8"),
      );
      for (const [words, expected] of [
        [["ticket", "status", "--json"], address],
        [["affiliates", "report", "--csv"], undefined],
      ] as const) {
        const into = path.join(own, "output");
        const env = { MAINNET_SECOND_RPC_URL: `${node.url}/second`, ...homeOf(own) };
        const run = startInTerminal({ project, env, into }, ...words, "--network", "mainnet");
        await run.answer(/Enter the password: /, PASSWORD);
        const { code, output } = await run.ended;
        expect(code, output).to.equal(0);
        expect(output).not.to.contain(PASSWORD);
        const written = await readFile(into, "utf8");
        if (expected !== undefined) expect(JSON.parse(written).address).to.equal(expected);
        else expect(written).to.equal(`${REPORT_HEADER}\n`);
      }
    });

    it("says in one line what to set where no one can type the password", async () => {
      const { code, output, errors } = await startProcess(
        process.execPath,
        [HARDHAT, "ticket", "status", "--json", "--network", "mainnet"],
        { cwd: project, env: { ...PERSONS_ENV, ...homeOf(own) } },
      ).ended;
      expect(code, errors).to.equal(1);
      expect(output).to.equal("");
      expect(errors).to.equal(
        "Error: MAINNET_RPC_URL is not in the environment, and there is no terminal to type the keystore's password in. " +
          "Run it in a terminal, or set MAINNET_RPC_URL in the environment\n",
      );
    });

    it("ends in one line when the question for the password is interrupted", async () => {
      const env = { MAINNET_SECOND_RPC_URL: `${node.url}/second`, ...homeOf(own) };
      const run = startInTerminal({ project, env }, "ticket", "status", "--network", "mainnet");
      await run.answer(/Enter the password: /, "\u0003");
      const { code, output } = await run.ended;
      expect(code, output).to.equal(1);
      expect(output).to.match(/Error: The question was not answered\n$/);
    });
  });
});
