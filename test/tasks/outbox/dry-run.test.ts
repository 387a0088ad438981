import { cp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { Interface, id, JsonRpcSigner, parseEther, toQuantity, Wallet } from "ethers";
import { deploySafeWallet } from "../../../scripts/dev/rehearse/safe-wallet.ts";
import { tasks } from "../../../scripts/tasks/tasks.ts";
import { FolderRenderer__factory, Ticket__factory } from "../../../typechain-types/index.ts";
import { runTask, STATE_HOME } from "../support/command.ts";
import { useLiveSale } from "../support/live-sale.ts";
import { PRICE, printed, RAISED_PRICE, typed } from "../support/money.ts";
import { recordAsMainnet } from "../support/owned-sale.ts";
import { noteRehearsal } from "../support/project.ts";

const ENDS = "Dry run: nothing was sent, and no file was written.\n";
const FOLDER = "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/";

describe("--dry-run", () => {
  const sale = useLiveSale("dry run");
  const payee = new Wallet(id("payee")).address;
  let receiver: string;
  let renderer: string;

  const fileOf = (name: string) => path.join(sale.project, "deployments", name);

  before(async () => {
    const { owner, ticket } = sale;
    for (const name of ["artifacts", "build-info"]) {
      await cp(fileOf(`rehearsal/${name}`), fileOf(`mainnet/${name}`), { recursive: true });
    }
    await (await ticket.setAffiliates(["alice", "bob"], true)).wait();
    await (await ticket.buyTicket(payee, 1, { value: PRICE })).wait();
    const folder = await new FolderRenderer__factory(owner).deploy("https://a.example/b/");
    renderer = await folder.getAddress();
    [receiver] = await ticket.royaltyInfo(1n, 10_000n);
  });

  async function files(): Promise<string[]> {
    const found: string[] = [];
    for (const folder of [
      ...["deployments", "cache"].map((name) => path.join(sale.project, name)),
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
  async function shown(task: string, network = "mainnet") {
    const proxy = await sale.proxy({});
    const { project, env } = await sale.at({ first: proxy, env: { REHEARSAL_RPC_URL: proxy.url } });
    const { DEPLOYER_PRIVATE_KEY: _, ...keyless } = env ?? {};
    const { provider } = sale.node;
    const [before, block] = [await files(), await provider.getBlockNumber()];
    const words = [...task.split(" "), "--dry-run", "--network", network];
    const ended = await runTask({ project, env: keyless }, ...words);
    const methods = proxy.requests.map(({ method }) => method);
    expect(methods.filter((method) => /send|sign/i.test(method))).to.deep.equal([]);
    expect(await provider.getBlockNumber()).to.equal(block);
    expect((await files()).filter((file) => !before.includes(file))).to.deep.equal([]);
    return ended;
  }

  async function shownOnMainnet(task: string): Promise<string> {
    const { code, output, errors } = await shown(task);
    expect(errors, task).to.equal("");
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

  type Shown = readonly [task: string, method: string, args: readonly unknown[], line: string];

  it("shows what each task would send, its cost and the state before and after", async () => {
    const cases: readonly Shown[] = [
      [
        `ticket set-price ${typed(RAISED_PRICE)}`,
        ...(["setTicketPrice", [RAISED_PRICE]] as const),
        `price       ${printed(PRICE)} -> ${printed(RAISED_PRICE)}`,
      ],
      ["ticket pause", "pause", [], "sales       open -> paused"],
      [
        `ticket withdraw --to ${payee}`,
        ...(["withdraw", [payee]] as const),
        `proceeds    ${printed(PRICE)} -> all paid out`,
      ],
      [
        "ticket set-royalty --bps 250",
        ...(["setRoyalty", [receiver, 250n]] as const),
        `royalty     5 % to ${receiver} -> 2.5 % to ${receiver}`,
      ],
      [
        `ticket set-renderer ${renderer}`,
        ...(["setRenderer", [renderer]] as const),
        `input       renderer = ${renderer}`,
      ],
      ["ticket freeze-metadata", "freezeMetadata", [], "metadata    replaceable -> frozen"],
      [
        `ticket transfer-ownership ${payee}`,
        ...(["transferOwnership", [payee]] as const),
        `next owner  none -> ${payee}`,
      ],
      [
        "affiliates add carol dave",
        ...(["setAffiliates", [["carol", "dave"], true]] as const),
        "2 codes     inactive -> active",
      ],
    ];
    const abi = new Interface(Ticket__factory.abi);
    for (const [task, method, args, line] of cases) {
      const output = await shownOnMainnet(task);
      for (const shown of [
        `from        ${sale.owner.address}, the owner: an account, which signs`,
        `to          ${await sale.ticket.getAddress()}\n  value       0\n  method      ${method}`,
        `data        ${abi.encodeFunctionData(method, args)}`,
        line,
      ]) {
        expect(output).to.contain(`  ${shown}\n`);
      }
      expect(output).to.match(/^ {2}cost {8}about 0\.0\d+ ETH \([\d,]+ gas at a base fee of /m);
    }
  });

  it("goes through the tasks that need a state of their own", async () => {
    await (await sale.ticket.pause()).wait();
    expect(await shownOnMainnet("ticket unpause")).to.contain("  sales       paused -> open\n");
    await (await sale.ticket.transferOwnership(payee)).wait();
    const accepting = await shown("ticket accept-ownership");
    // The pending owner has no ether. A dry run reports that too.
    expect(accepting.output).to.contain(`  owner       ${sale.owner.address} -> ${payee}\n`);
    expect(accepting.errors).to.match(new RegExp(`^Error: Insufficient funds: ${payee} has 0 ETH`));
    expect(accepting.code).to.equal(1);
  });

  it("shows each transaction of an import, and keeps no contact", async () => {
    const file = path.join(sale.project, "cache", "dry.csv");
    const codes = Array.from({ length: 150 }, (_, i) => `code-${i}`);
    await writeFile(file, `code,name\n${codes.map((code) => `${code},N`).join("\n")}\n`);
    const output = await shownOnMainnet(`affiliates import ${file}`);
    expect(output).to.contain("  call 1 of 2\n").and.to.contain("  call 2 of 2\n");
    expect(output).to.contain("  150 codes   inactive -> active\n");
    expect(output).to.match(/ETH \(2 transactions, [\d,]+ gas/);
    await rm(file);
  });

  it("keeps nothing of what it read, not even of a chain that is never rewritten", async () => {
    const { code, output, errors } = await shown("affiliates add carol", "rehearsal");
    expect(code, errors).to.equal(0);
    expect(output).to.contain("  carol       inactive -> active\n");
  });

  it("says what the contract would refuse", async () => {
    const { code, errors } = await shown(`ticket withdraw --to ${renderer}`);
    expect(errors).to.match(/^Error: The contract refuses: WithdrawFailed\(.*\)\n$/);
    expect(code).to.equal(1);
  });

  it("shows what a Safe's owners would sign, and writes no file", async () => {
    const accounts = await sale.node.provider.listAccounts();
    const safe = await (await deploySafeWallet(accounts.slice(4, 7), 2)).getAddress();
    await (await sale.ticket.transferOwnership(safe)).wait();
    await sale.node.provider.send("hardhat_impersonateAccount", [safe]);
    await sale.node.provider.send("hardhat_setBalance", [safe, toQuantity(parseEther("1"))]);
    await (
      await sale.ticket.connect(new JsonRpcSigner(sale.node.provider, safe)).acceptOwnership()
    ).wait();
    const output = await shownOnMainnet("ticket pause");
    expect(output).to.contain(
      `  from        ${safe}, the owner: a Safe (2 of 3), for which a file would be written\n`,
    );
    expect(output).to.contain("  sales       open -> paused\n");
  });

  it("shows both creations of a deployment, from an address that is typed", async () => {
    const { address } = sale.owner;
    const kept = fileOf("mainnet.kept");
    await rm(kept, { recursive: true, force: true });
    await rename(fileOf("mainnet"), kept);
    try {
      await noteRehearsal(sale.project);
      const deploy = `ticket deploy --owner ${address} --single-owner --price ${typed(PRICE)} --royalty-receiver ${payee} --royalty-bps 500 --base-uri ${FOLDER}`;
      const output = await shownOnMainnet(`${deploy} --from ${address}`);
      const nonce = await sale.owner.getNonce();
      for (const text of [
        `  from        ${address}, nonce ${nonce}\n  creates     FolderRenderer at 0x`,
        `  input       baseURI = ${FOLDER}\n`,
        `  from        ${address}, nonce ${nonce + 1}\n  creates     Ticket at 0x`,
        `  input       ticketPrice = ${PRICE}\n`,
      ]) {
        expect(output).to.contain(text);
      }
      expect(output).to.match(/^ {2}state {7}code of 0x\w+: none -> [\d,]+ bytes$/m);
      expect(output).to.match(/^pass {2}cost /m);

      const nameless = await shown(deploy);
      // A local node has accounts, but a public endpoint has none.
      expect(nameless.code, nameless.errors).to.equal(0);
    } finally {
      await rm(fileOf("mainnet"), { recursive: true, force: true });
      await rename(kept, fileOf("mainnet"));
    }
  });

  it("shows the creation of a renderer", async () => {
    const creation = `ticket deploy-renderer ${FOLDER} --from ${sale.owner.address}`;
    const output = await shownOnMainnet(creation);
    expect(output).to.match(/^ {2}creates {5}0x\w{40}, by nonce \d+$/m);
    expect(output).to.match(/^ {2}cost {8}about /m);
    expect((await sale.run(creation)).errors).to.equal(
      "Error: --from works with --dry-run only. Without it, the account whose key is set here deploys.\n",
    );
  });

  it("shows the record that adopting would write, and what would be published", async () => {
    await rm(fileOf("mainnet/record.json"));
    const output = await shownOnMainnet(`ticket adopt ${await sale.ticket.getAddress()}`);
    expect(output).to.contain(`"address": "${await sale.ticket.getAddress()}"`);
    expect(output).to.contain(`"owner": "${sale.owner.address}"`);
    await recordAsMainnet(sale.project);
    const published = await shownOnMainnet("ticket verify");
    expect(published).to.contain(
      `contracts/Ticket.sol:Ticket at ${await sale.ticket.getAddress()}\n  to          Sourcify\n`,
    );
    expect(published).to.contain("  source      project/contracts/Ticket.sol\n");
  });

  it("says what would be taken back, and takes back nothing", async () => {
    await sale.node.provider.send("evm_setAutomine", [false]);
    try {
      const sent = await sale.ticket.setTicketPrice(RAISED_PRICE, { gasLimit: 60_000 });
      const output = await shownOnMainnet("ticket pause --cancel");
      expect(output).to.contain(`setTicketPrice(${RAISED_PRICE}) (${sent.hash})\n`);
      const waited = await shownOnMainnet(`ticket set-price ${typed(RAISED_PRICE)}`);
      expect(waited).to.contain(
        "Without --dry-run, the task waits for that first. What follows is the state at the newest block.\n",
      );
      const other = await shown("ticket unpause");
      expect(other.errors).to.contain(
        "has a pending transaction that this command does not ask for",
      );
    } finally {
      await sale.node.provider.send("evm_setAutomine", [true]);
    }
  });
});
