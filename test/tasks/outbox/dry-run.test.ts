import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { id, JsonRpcSigner, parseEther, toQuantity, Wallet } from "ethers";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { tasks } from "../../../scripts/tasks/tasks.ts";
import type { Ticket } from "../../../typechain-types/index.ts";
import { FolderRenderer__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { startRpcProxy } from "../../doubles/rpc/rpc-proxy.ts";
import { runTask, STATE_HOME } from "../support/command.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import type { TestNode } from "../support/node.ts";
import { recordAsMainnet, startOwnedSale } from "../support/owned-sale.ts";
import { forgetDeployments, noteRehearsal } from "../support/project.ts";

const ENDS = "Dry run: nothing was sent, and no file was written.\n";
const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";

describe("--dry-run", () => {
  let project: string;
  let node: TestNode;
  let owner: Wallet;
  let payee: string;
  let receiver: string;
  let renderer: string;
  let ticket: Ticket;
  let clean: string;

  before(async () => {
    ({ project, node, owner, ticket } = await startOwnedSale("dry run"));
    payee = new Wallet(id("payee")).address;
    await recordAsMainnet(project);
    for (const left of ["artifacts", "build-info"]) {
      await copyFolder(`deployments/rehearsal/${left}`, `deployments/mainnet/${left}`);
    }
    await (await ticket.setAffiliates(["alice", "bob"], true)).wait();
    await (await ticket.buyTicket(payee, 1, { value: PRICE })).wait();
    const folder = await new FolderRenderer__factory(owner).deploy("https://a.example/b/");
    renderer = await folder.getAddress();
    [receiver] = await ticket.royaltyInfo(1n, 10_000n);
    clean = await node.provider.send("evm_snapshot", []);
  });

  beforeEach(async () => {
    await node.provider.send("evm_revert", [clean]);
    clean = await node.provider.send("evm_snapshot", []);
  });

  after(async () => {
    await node.close();
    await forgetDeployments(project);
  });

  async function copyFolder(from: string, to: string): Promise<void> {
    await mkdir(path.join(project, to), { recursive: true });
    for (const name of await readdir(path.join(project, from))) {
      await writeFile(path.join(project, to, name), await readFile(path.join(project, from, name)));
    }
  }

  async function files(): Promise<string[]> {
    const found: string[] = [];
    for (const folder of [
      ...["deployments", "cache"].map((name) => path.join(project, name)),
      STATE_HOME,
    ]) {
      for (const name of await readdir(folder, { recursive: true })) {
        // The compiler writes these files and a note about its output.
        if (/^(compile-cache\.json|build-info)\b/.test(name)) continue;
        if (/^ticket-mint(\/compiled(\/\w+)?)?$/.test(name)) continue;
        const { mtimeMs, size, ino } = await stat(path.join(folder, name));
        found.push(`${folder}/${name} ${size} ${mtimeMs} ${ino}`);
      }
    }
    return found.sort();
  }

  /** Runs without a key, and checks that the task sent and wrote nothing. */
  async function shown(network: string, ...words: string[]) {
    const methods = new Set<string>();
    const proxy = await startRpcProxy(node.url, {
      before({ method }) {
        methods.add(method);
        return undefined;
      },
      after: () => undefined,
    });
    const env = {
      MAINNET_RPC_URL: proxy.url,
      REHEARSAL_RPC_URL: proxy.url,
      MAINNET_SECOND_RPC_URL: `${node.url}/second`,
    };
    const [before, block] = [await files(), await node.provider.getBlockNumber()];
    const ended = await runTask({ project, env }, ...words, "--dry-run", "--network", network);
    await proxy.close();
    expect([...methods].filter((method) => /send|sign/i.test(method))).to.deep.equal([]);
    expect(await node.provider.getBlockNumber()).to.equal(block);
    expect((await files()).filter((file) => !before.includes(file))).to.deep.equal([]);
    return ended;
  }

  async function shownOnMainnet(...words: string[]): Promise<string> {
    const { code, output, errors } = await shown("mainnet", ...words);
    expect(errors, words.join(" ")).to.equal("");
    expect(code).to.equal(0);
    expect(output.endsWith(ENDS), output).to.equal(true);
    return output;
  }

  it("is an option of every task that asks before it sends, and of those that publish or write a record", () => {
    const options = tasks.flatMap((task) =>
      task.type === "NEW_TASK" ? [[task.id.join(" "), Object.keys(task.options)] as const] : [],
    );
    const sending = options.filter(([, names]) => names.includes("yes")).map(([name]) => name);
    const dry = options.filter(([, names]) => names.includes("dryRun")).map(([name]) => name);
    expect(sending).to.include.members(["ticket deploy", "ticket withdraw", "affiliates import"]);
    expect(dry).to.include.members([...sending, "ticket adopt", "ticket verify"]);
  });

  const abi = Ticket__factory.createInterface();
  interface Case {
    readonly words: () => readonly string[];
    readonly data: () => string;
    readonly lines: () => readonly string[];
  }
  const cases: Readonly<Record<string, Case>> = {
    "ticket set-price": {
      words: () => [typed(RAISED_PRICE)],
      data: () => abi.encodeFunctionData("setTicketPrice", [RAISED_PRICE]),
      lines: () => [
        `  price       ${printed(PRICE)} -> ${printed(RAISED_PRICE)}`,
        "  method      setTicketPrice",
        `  input       price = ${RAISED_PRICE}`,
      ],
    },
    "ticket pause": {
      words: () => [],
      data: () => abi.encodeFunctionData("pause"),
      lines: () => ["  sales       open -> paused", "  method      pause"],
    },
    "ticket withdraw": {
      words: () => ["--to", payee],
      data: () => abi.encodeFunctionData("withdraw", [payee]),
      lines: () => [`  proceeds    ${printed(PRICE)} -> all paid out`],
    },
    "ticket set-royalty": {
      words: () => ["--bps", "250"],
      data: () => abi.encodeFunctionData("setRoyalty", [receiver, 250n]),
      lines: () => [`  royalty     5 % to ${receiver} -> 2.5 % to ${receiver}`],
    },
    "ticket set-renderer": {
      words: () => [renderer],
      data: () => abi.encodeFunctionData("setRenderer", [renderer]),
      lines: () => [`  input       renderer = ${renderer}`],
    },
    "ticket freeze-metadata": {
      words: () => [],
      data: () => abi.encodeFunctionData("freezeMetadata"),
      lines: () => ["  metadata    replaceable -> frozen"],
    },
    "ticket transfer-ownership": {
      words: () => [payee],
      data: () => abi.encodeFunctionData("transferOwnership", [payee]),
      lines: () => [`  next owner  none -> ${payee}`],
    },
    "affiliates add": {
      words: () => ["carol", "dave"],
      data: () => abi.encodeFunctionData("setAffiliates", [["carol", "dave"], true]),
      lines: () => ["  2 codes     inactive -> active"],
    },
    "affiliates remove": {
      words: () => ["alice"],
      data: () => abi.encodeFunctionData("setAffiliates", [["alice"], false]),
      lines: () => ["  alice       active -> inactive"],
    },
  };
  for (const [name, { words, data, lines }] of Object.entries(cases)) {
    it(`shows what ${name} would send, its cost and the state before and after`, async () => {
      const output = await shownOnMainnet(...name.split(" "), ...words());
      expect(output).to.contain(
        `  from        ${owner.address}, the owner: an account, which signs\n`,
      );
      expect(output).to.contain(`  to          ${await ticket.getAddress()}\n  value       0\n`);
      expect(output).to.contain(`  data        ${data()}\n`);
      expect(output).to.match(/^ {2}cost {8}about 0\.0\d+ ETH \([\d,]+ gas at a base fee of /m);
      for (const line of lines()) expect(output).to.contain(`${line}\n`);
    });
  }

  it("goes through the tasks that need a state of their own", async () => {
    await (await ticket.pause()).wait();
    expect(await shownOnMainnet("ticket", "unpause")).to.contain("  sales       paused -> open\n");
    await (await ticket.transferOwnership(payee)).wait();
    const accepting = await shown("mainnet", "ticket", "accept-ownership");
    // The pending owner has no ether. A dry run reports that too.
    expect(accepting.output).to.contain(`  owner       ${owner.address} -> ${payee}\n`);
    expect(accepting.errors).to.match(new RegExp(`^Error: Insufficient funds: ${payee} has 0 ETH`));
    expect(accepting.code).to.equal(1);
  });

  it("shows each transaction of an import, and keeps no contact", async () => {
    const file = path.join(project, "cache", "dry.csv");
    const codes = Array.from({ length: 150 }, (_, i) => `code-${i}`);
    await writeFile(file, `code,name\n${codes.map((code) => `${code},N`).join("\n")}\n`);
    const output = await shownOnMainnet("affiliates", "import", file);
    expect(output).to.contain("  call 1 of 2\n").and.to.contain("  call 2 of 2\n");
    expect(output).to.contain("  150 codes   inactive -> active\n");
    expect(output).to.match(/ETH \(2 transactions, [\d,]+ gas/);
    await rm(file);
  });

  it("keeps nothing of what it read, not even of a chain that is never rewritten", async () => {
    const { code, output, errors } = await shown("rehearsal", "affiliates", "add", "carol");
    expect(code, errors).to.equal(0);
    expect(output).to.contain("  carol       inactive -> active\n");
  });

  it("says what the contract would refuse", async () => {
    const { code, errors } = await shown("mainnet", "ticket", "withdraw", "--to", renderer);
    expect(errors).to.match(/^Error: The contract refuses: WithdrawFailed\(.*\)\n$/);
    expect(code).to.equal(1);
  });

  it("shows what a Safe's owners would sign, and writes no file", async () => {
    const accounts = await node.provider.listAccounts();
    const safe = await (await deploySafeWallet(accounts.slice(4, 7), 2)).getAddress();
    await (await ticket.transferOwnership(safe)).wait();
    await node.provider.send("hardhat_impersonateAccount", [safe]);
    await node.provider.send("hardhat_setBalance", [safe, toQuantity(parseEther("1"))]);
    await (await ticket.connect(new JsonRpcSigner(node.provider, safe)).acceptOwnership()).wait();
    const output = await shownOnMainnet("ticket", "pause");
    expect(output).to.contain(
      `  from        ${safe}, the owner: a Safe (2 of 3), for which a file would be written\n`,
    );
    expect(output).to.contain("  sales       open -> paused\n");
  });

  it("shows both creations of a deployment, from an address that is typed", async () => {
    const record = path.join(project, "deployments/mainnet");
    const kept = `${record}.kept`;
    await rm(kept, { recursive: true, force: true });
    await rename(record, kept);
    const rehearsed = await readFile(path.join(project, "deployments/rehearsal/record.json"));
    try {
      await noteRehearsal(project);
      const words = [
        "ticket",
        "deploy",
        "--owner",
        owner.address,
        "--single-owner",
        "--price",
        typed(PRICE),
      ];
      words.push("--royalty-receiver", payee, "--royalty-bps", "500", "--base-uri", FOLDER);
      const output = await shownOnMainnet(...words, "--from", owner.address);
      const nonce = await owner.getNonce();
      expect(output).to.contain(
        `  from        ${owner.address}, nonce ${nonce}\n  creates     FolderRenderer at 0x`,
      );
      expect(output).to.contain(`  input       baseURI = ${FOLDER}\n`);
      expect(output).to.contain(
        `  from        ${owner.address}, nonce ${nonce + 1}\n  creates     Ticket at 0x`,
      );
      expect(output).to.contain(`  input       ticketPrice = ${PRICE}\n`);
      expect(output).to.match(/^ {2}state {7}code of 0x\w+: none -> [\d,]+ bytes$/m);
      expect(output).to.match(/^pass {2}cost /m);

      const nameless = await shown("mainnet", ...words);
      // A local node has accounts, but a public endpoint has none.
      expect(nameless.code, nameless.errors).to.equal(0);
    } finally {
      await rm(record, { recursive: true, force: true });
      await rename(kept, record);
      await writeFile(path.join(project, "deployments/rehearsal/record.json"), rehearsed);
    }
  });

  it("shows the creation of a renderer", async () => {
    const output = await shownOnMainnet(
      "ticket",
      "deploy-renderer",
      FOLDER,
      "--from",
      owner.address,
    );
    expect(output).to.match(/^ {2}creates {5}0x\w{40}, by nonce \d+$/m);
    expect(output).to.match(/^ {2}cost {8}about /m);
    const refused = await runTask(
      { project, env: { MAINNET_RPC_URL: node.url } },
      ...["ticket", "deploy-renderer", FOLDER, "--from", owner.address, "--network", "mainnet"],
    );
    expect(refused.errors).to.equal(
      "Error: --from works with --dry-run only. Without it, the account whose key is set here deploys.\n",
    );
  });

  it("shows the record that adopting would write, and what would be published", async () => {
    const record = path.join(project, "deployments/mainnet/record.json");
    const text = await readFile(record, "utf8");
    await rm(record);
    try {
      const output = await shownOnMainnet("ticket", "adopt", await ticket.getAddress());
      expect(output).to.contain(`"address": "${await ticket.getAddress()}"`);
      expect(output).to.contain(`"owner": "${owner.address}"`);
    } finally {
      await writeFile(record, text);
    }
    const published = await shownOnMainnet("ticket", "verify");
    expect(published).to.contain(
      `contracts/Ticket.sol:Ticket at ${await ticket.getAddress()}\n  to          Sourcify\n`,
    );
    expect(published).to.contain("  source      project/contracts/Ticket.sol\n");
  });

  it("says what would be taken back, and takes back nothing", async () => {
    await node.provider.send("evm_setAutomine", [false]);
    try {
      const sent = await ticket.setTicketPrice(RAISED_PRICE, { gasLimit: 60_000 });
      const output = await shownOnMainnet("ticket", "pause", "--cancel");
      expect(output).to.contain(`setTicketPrice(${RAISED_PRICE}) (${sent.hash})\n`);
      const waited = await shownOnMainnet("ticket", "set-price", typed(RAISED_PRICE));
      expect(waited).to.contain(
        "Without --dry-run, the task waits for that first. What follows is of the newest block.\n",
      );
      const other = await shown("mainnet", "ticket", "unpause");
      expect(other.errors).to.contain(
        "has a pending transaction that this command does not ask for",
      );
    } finally {
      await node.provider.send("evm_setAutomine", [true]);
    }
  });
});
