import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
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

/** runbook.test.ts shows that each key and endpoint comes from the keystore. */
describe("In a terminal", () => {
  let project: string;
  let node: TestNode;
  /** Replaces the user's home, where Hardhat keeps its keystore. */
  let home: string;

  before(async () => {
    project = await testProject();
    await forgetDeployments(project);
    await noteRehearsal(project);
    node = await startHardhatNode(1, 100);
    home = await mkdtemp(path.join(tmpdir(), "home-"));
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
    await rm(home, { recursive: true });
  });

  const second = () => ({ MAINNET_SECOND_RPC_URL: `${node.url}/second` });
  const keys = () => ({
    MAINNET_RPC_URL: node.url,
    DEPLOYER_PRIVATE_KEY: KNOWN_KEY,
    ...second(),
  });
  const atHome = () => ({ HOME: home, XDG_CONFIG_HOME: path.join(home, ".config") });

  it("a deployment to a live network sends nothing unless its name is typed", async () => {
    const sent = await node.provider.getTransactionCount(KNOWN_ACCOUNT);
    const run = startInTerminal({ project, env: { ...keys(), ...atHome() } }, ...DEPLOY);
    await run.answer(/Type mainnet to go on: /, "yes");
    const { code, output } = await run.ended;
    expect(code, output).to.equal(1);
    expect(output).to.contain("Error: Not confirmed: nothing was sent\n");
    expect(await node.provider.getTransactionCount(KNOWN_ACCOUNT)).to.equal(sent);
  });

  describe("with a keystore", () => {
    before(async () => {
      const store = startInTerminal(
        { project, env: atHome() },
        ...["keystore", "set", "MAINNET_RPC_URL"],
      );
      await store.answer(/Enter the password: /, PASSWORD);
      await store.answer(/confirm your password: /, PASSWORD);
      await store.answer(/Enter secret to store[^:]*: /, node.url);
      const stored = await store.ended;
      expect(stored.code, stored.output).to.equal(0);
      const { code, errors } = await runTask({ project, env: keys() }, ...DEPLOY, "--yes");
      expect(code, errors).to.equal(0);
    });

    const env = () => ({ ...second(), ...atHome() });

    it("asks for the password on the screen while standard output is a file, which gets what was asked for", async () => {
      const into = path.join(home, "output");
      for (const [words, written] of [
        [["ticket", "status", "--json"], /"address": "0x\w{40}"/],
        [
          ["affiliates", "report", "--csv"],
          /^code,active,purchases,tickets,paid_wei,first_sale,last_sale\n$/,
        ],
      ] as const) {
        const run = startInTerminal(
          { project, env: env(), into },
          ...words,
          ...["--network", "mainnet"],
        );
        await run.answer(/Enter the password: /, PASSWORD);
        const { code, output } = await run.ended;
        expect(code, output).to.equal(0);
        expect(output).not.to.contain(PASSWORD);
        expect(await readFile(into, "utf8")).to.match(written);
      }
    });

    it("says in one line what to set where no one can type the password", async () => {
      const { code, output, errors } = await startProcess(
        process.execPath,
        [HARDHAT, "ticket", "status", "--json", "--network", "mainnet"],
        { cwd: project, env: { ...PERSONS_ENV, ...atHome() } },
      ).ended;
      expect({ code, output, errors }).to.deep.equal({
        code: 1,
        output: "",
        errors:
          "Error: MAINNET_RPC_URL is not in the environment, and there is no terminal to type the keystore's password in. " +
          "Run it in a terminal, or set MAINNET_RPC_URL in the environment\n",
      });
    });

    it("ends in one line when the question for the password is interrupted", async () => {
      const words = ["ticket", "status", "--network", "mainnet"];
      const run = startInTerminal({ project, env: env() }, ...words);
      await run.answer(/Enter the password: /, "\u0003");
      const { code, output } = await run.ended;
      expect(code, output).to.equal(1);
      expect(output).to.match(/Error: The question was not answered\n$/);
    });
  });
});
