import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { startProcess } from "../../support/process.ts";
import { HARDHAT } from "../support/hardhat-cli.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { PERSONS_ENV, startInTerminal } from "../support/terminal.ts";

const PASSWORD = "correct horse battery";

/** runbook.test.ts shows that each key and endpoint comes from the keystore. */
describe("In a terminal, with a keystore, a task", () => {
  const sale = useLiveSale("terminal");
  /** Replaces the user's home, where Hardhat keeps its keystore. */
  let home: string;

  const atHome = () => ({ HOME: home, XDG_CONFIG_HOME: path.join(home, ".config") });
  const env = () => ({ MAINNET_SECOND_RPC_URL: `${sale.node.url}/second`, ...atHome() });

  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), "home-"));
    const { project, node } = sale;
    const words = ["keystore", "set", "MAINNET_RPC_URL"];
    const store = startInTerminal({ project, env: atHome() }, ...words);
    await store.answer(/Enter the password: /, PASSWORD);
    await store.answer(/confirm your password: /, PASSWORD);
    await store.answer(/Enter secret to store[^:]*: /, node.url);
    const stored = await store.ended;
    expect(stored.code, stored.output).to.equal(0);
  });

  after(() => rm(home, { recursive: true }));

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
        { project: sale.project, env: env(), into },
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

  it("takes a setting of the environment before the keystore's", async () => {
    const elsewhere = { ...env(), MAINNET_RPC_URL: "http://127.0.0.1:9" };
    const words = ["ticket", "status", "--network", "mainnet"];
    const { output } = await startInTerminal({ project: sale.project, env: elsewhere }, ...words)
      .ended;
    expect(output).to.contain("The endpoint of mainnet does not answer.");
  });

  it("says in one line what to set where no one can type the password", async () => {
    const { code, output, errors } = await startProcess(
      process.execPath,
      [HARDHAT, "ticket", "status", "--json", "--network", "mainnet"],
      { cwd: sale.project, env: { ...PERSONS_ENV, ...atHome() } },
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
    const run = startInTerminal({ project: sale.project, env: env() }, ...words);
    await run.answer(/Enter the password: /, "\u0003");
    const { code, output } = await run.ended;
    expect(code, output).to.equal(1);
    expect(output).to.match(/Error: The question was not answered\n$/);
  });
});
