import { emptyTask, task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import { maxPrice, priceStep } from "../../collection.ts";
import { RAISED_TRIAL_PRICE, TRIAL_PRICE } from "./deploy/trial-price.ts";
import { coins } from "./shared/coins.ts";
import { refuseWrongUse } from "./shared/command-line.ts";

/** An option that may be left out. */
function text<Name extends string>(name: Name, description: string) {
  return {
    name,
    description,
    type: ArgumentType.STRING_WITHOUT_DEFAULT,
    defaultValue: undefined,
  } as const;
}

function describe(what: string, example: string): string {
  return `${what}. Example: npm run hardhat -- ${example}`;
}

const yes = {
  name: "yes",
  description: "Answer yes to the question before a live network",
} as const;
const speedUp = {
  name: "speedUp",
  description: "Send the pending transaction of this call again, at a higher fee",
} as const;
const cancel = {
  name: "cancel",
  description: "Take back what is pending of this account, and send nothing else",
} as const;
const maxFee = text("maxFee", "Gwei for one unit of gas, at most (default: the network's cap)");
const prepare = {
  name: "prepare",
  description: "Write what a Safe's owners sign ahead of the day, whatever the sale's state is now",
} as const;
const payouts = {
  name: "payouts",
  description: "Of Payouts, which pays the affiliates, in place of the Ticket",
} as const;
const dryRun = {
  name: "dryRun",
  description:
    "Show the calls, their cost and the state before and after; send and write nothing, and need no key",
} as const;
const from = text(
  "from",
  "Whom a dry run takes for the deployer (default: a local node's first account)",
);
const json = { name: "json", description: "Print one JSON document and nothing else" } as const;
const csv = { name: "csv", description: "Print CSV and nothing else, amounts in wei" } as const;

/** What can be run as `npm run hardhat -- <task> --network <name>`. Each task's action is the file of its name. */
export const tasks = [
  emptyTask("ticket", "Deploy and run the ticket sale").build(),

  task(
    ["ticket", "deploy"],
    describe(
      "Deploy the renderer and Ticket, or finish an interrupted deployment",
      "ticket deploy --network localhost",
    ),
  )
    .addOption(text("owner", "Address that runs the sale (localhost: first account)"))
    .addOption(
      text(
        "price",
        `Price of one ticket in the network's currency, a multiple of ${coins(priceStep)} (localhost: ${coins(TRIAL_PRICE)})`,
      ),
    )
    .addOption(
      text(
        "royaltyReceiver",
        "Address that marketplaces pay the royalty to (localhost: first account)",
      ),
    )
    .addOption(text("royaltyBps", "Royalty in basis points, at most 1000 (localhost: 500)"))
    .addOption(
      text(
        "baseUri",
        "Folder of the pictures, ipfs://<cid>/ or https://<host>/<folder>/ (default: drawn on chain)",
      ),
    )
    .addFlag({ name: "paused", description: "Start with sales paused" })
    .addFlag({ name: "singleOwner", description: "The owner is meant to be no Safe" })
    .addFlag(yes)
    .addFlag(dryRun)
    .addOption(from)
    .setAction(() => import("./deploy/deploy.ts"))
    .build(),

  task(
    ["ticket", "adopt"],
    describe(
      "Write the record of a deployment that is on chain already, once its code is compared",
      "ticket adopt 0xYourTicket --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "ticket", description: "Address of the Ticket" })
    .addOption(
      text("transaction", "Hash of the transaction that made it (default: found in the chain)"),
    )
    .addFlag(dryRun)
    .setAction(() => import("./deploy/adopt.ts"))
    .build(),

  task(
    ["ticket", "verify"],
    describe(
      "Publish the sources of what was deployed: on Sourcify, and on Etherscan and Blockscout where set",
      "ticket verify --network sepolia",
    ),
  )
    .addFlag(dryRun)
    .setAction(() => import("./verify/verify.ts"))
    .build(),

  task(
    ["ticket", "status"],
    describe("Show how the sale stands", "ticket status --network sepolia"),
  )
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./owner/status.ts"))
    .build(),

  task(
    ["ticket", "watch"],
    describe(
      "Show sales, owner's changes and the endpoints' health as they happen, and tell a webhook of them",
      "ticket watch --webhook https://monitor.example/hook --network sepolia",
    ),
  )
    .addFlag({ name: "json", description: "Print one JSON object a line and nothing else" })
    .addOption(text("webhook", "URL that is sent each event as JSON, until it answers 2xx"))
    .addOption(text("from", "First date (UTC) or block, where no journal goes on (default: now)"))
    .addOption(
      text("confirmations", "Blocks on top of what is told (default: those of the network)"),
    )
    .addOption(text("every", "Seconds between looks (default: 5)"))
    .addOption(text("site", "Address of the page, which is compared with the build by check:site"))
    .addOption(text("siteEvery", "Minutes between checks of the page (default: 5)"))
    .addFlag({ name: "untilSoldOut", description: "End once every ticket is sold" })
    .addFlag({ name: "failOnAlarm", description: "End with exit code 2 at the first alarm" })
    .setAction(() => import("./watch/watch.ts"))
    .build(),

  task(
    ["ticket", "set-price"],
    describe(
      "Set the price of a ticket",
      `ticket set-price ${coins(RAISED_TRIAL_PRICE)} --network sepolia`,
    ),
  )
    .addPositionalArgument({
      name: "price",
      description: `In the network's currency, a multiple of ${coins(priceStep)}, at most ${coins(maxPrice)}`,
    })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./owner/set-price.ts"))
    .build(),

  task(
    ["ticket", "pause"],
    describe("Stop sales, and nothing else", "ticket pause --network sepolia"),
  )
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .addFlag(prepare)
    .setAction(() => import("./owner/pause.ts"))
    .build(),

  task(["ticket", "unpause"], describe("Resume sales", "ticket unpause --network sepolia"))
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .addFlag(prepare)
    .setAction(() => import("./owner/unpause.ts"))
    .build(),

  task(
    ["ticket", "withdraw"],
    describe("Pay out the proceeds", "ticket withdraw --to 0xYourTreasury --network sepolia"),
  )
    .addOption(
      text(
        "to",
        "Address that gets them (default: the recorded treasury, or the owner if it signs here)",
      ),
    )
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(payouts)
    .addFlag(dryRun)
    .setAction(() => import("./owner/withdraw.ts"))
    .build(),

  task(
    ["ticket", "set-royalty"],
    describe(
      "Set the royalty asked of marketplaces",
      "ticket set-royalty --bps 250 --network sepolia",
    ),
  )
    .addOption(
      text(
        "receiver",
        "Address that is paid (default: as before, if that is recorded or signs here)",
      ),
    )
    .addOption(text("bps", "Basis points, at most 1000 (default: as before)"))
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./owner/set-royalty.ts"))
    .build(),

  task(
    ["ticket", "set-renderer"],
    describe(
      "Set the contract that draws tickets, or names their files",
      "ticket set-renderer 0xYourRenderer --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "renderer", description: "Address of an ITicketRenderer" })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./owner/set-renderer.ts"))
    .build(),

  task(
    ["ticket", "deploy-renderer"],
    describe(
      "Deploy a renderer for pictures in a folder, for ticket set-renderer",
      "ticket deploy-renderer ipfs://YourCid/ --network sepolia",
    ),
  )
    .addPositionalArgument({
      name: "baseUri",
      description: "Folder, ipfs://<cid>/ or https://<host>/<folder>/",
    })
    .addFlag(yes)
    .addFlag(dryRun)
    .addOption(from)
    .setAction(() => import("./owner/deploy-renderer.ts"))
    .build(),

  task(
    ["ticket", "deploy-payouts"],
    describe(
      "Deploy the contract that pays the affiliates, or finish an interrupted deployment",
      "ticket deploy-payouts --commission 5 --network sepolia",
    ),
  )
    .addOption(
      text("commission", "Percent of what buyers with a code paid, as in 7.25; fixed for ever"),
    )
    .addOption(
      text("owner", "Address that funds it and names the payees (default: the recorded owner)"),
    )
    .addFlag(yes)
    .addFlag(dryRun)
    .addOption(from)
    .setAction(() => import("./payouts/deploy-payouts.ts"))
    .build(),

  task(
    ["ticket", "freeze-metadata"],
    describe("Keep the renderer for ever", "ticket freeze-metadata --network sepolia"),
  )
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./owner/freeze-metadata.ts"))
    .build(),

  task(
    ["ticket", "transfer-ownership"],
    describe(
      "Offer the ownership to another address, which has to accept it",
      "ticket transfer-ownership 0xYourSafe --network sepolia",
    ),
  )
    .addPositionalArgument({
      name: "newOwner",
      description: "Address, a Safe at best; none withdraws an offer",
    })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(payouts)
    .addFlag(dryRun)
    .setAction(() => import("./owner/transfer-ownership.ts"))
    .build(),

  task(
    ["ticket", "accept-ownership"],
    describe("Accept an offered ownership", "ticket accept-ownership --network sepolia"),
  )
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(payouts)
    .addFlag(dryRun)
    .setAction(() => import("./owner/accept-ownership.ts"))
    .build(),

  task(
    ["ticket", "pending"],
    describe(
      "List what an account has sent and no block has taken yet",
      "ticket pending --network sepolia",
    ),
  )
    .addOption(text("account", "Address that sent it (default: the owner)"))
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./owner/pending.ts"))
    .build(),

  task(
    ["ticket", "safe-files"],
    describe(
      "List the files written for the Safe, with the hashes to compare on a hardware wallet",
      "ticket safe-files --nonce 12 --network sepolia",
    ),
  )
    .addOption(text("nonce", "Nonce that the Safe's app shows (default: the Safe's next)"))
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./owner/safe-files.ts"))
    .build(),

  task(
    ["ticket", "dashboard"],
    describe(
      "Write one HTML file with the sale's charts and tables, reconciled as the report is",
      "ticket dashboard --out dashboard.html --network sepolia",
    ),
  )
    .addOption(text("out", "File to write (default: dashboard-<network>.html)"))
    .setAction(() => import("./dashboard/dashboard.ts"))
    .build(),

  emptyTask("affiliates", "Register affiliates and report what they sold").build(),

  task(
    ["affiliates", "add"],
    describe("Register affiliate codes", "affiliates add alice bob-5 --network sepolia"),
  )
    .addVariadicArgument({ name: "codes", description: "3 to 32 letters, digits, _ or -" })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./affiliates/add.ts"))
    .build(),

  task(
    ["affiliates", "remove"],
    describe(
      "Deactivate affiliate codes; what they sold stays counted",
      "affiliates remove alice --network sepolia",
    ),
  )
    .addVariadicArgument({ name: "codes", description: "Codes, in any case" })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./affiliates/remove.ts"))
    .build(),

  task(
    ["affiliates", "list"],
    describe("List the codes and what each sold", "affiliates list --network sepolia"),
  )
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./affiliates/list.ts"))
    .build(),

  task(
    ["affiliates", "import"],
    describe(
      "Register all codes of a CSV file, or finish an interrupted import",
      "affiliates import affiliates.csv --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "file", description: "CSV whose first column is code" })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./affiliates/import.ts"))
    .build(),

  task(
    ["affiliates", "report"],
    describe(
      "Report what each code sold, checked against the contract's counters",
      "affiliates report --from 2026-11-01 --to 2026-11-30 --csv --network sepolia",
    ),
  )
    .addOption(text("from", "First date (UTC) or block (default: the deployment)"))
    .addOption(text("to", "Last date (UTC) or block (default: now)"))
    .addOption(
      text("commission", "Percent that each code earns of what its buyers paid, as in 7.25"),
    )
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./affiliates/report.ts"))
    .build(),

  task(
    ["affiliates", "pay"],
    describe(
      "Fund Payouts with what is missing, and have it pay what is due to affiliates",
      "affiliates pay --dry-run --network sepolia",
    ),
  )
    .addOption(text("min", "Least amount of a payment in the network's currency; less stays due"))
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./payouts/pay.ts"))
    .build(),

  task(
    ["affiliates", "due"],
    describe(
      "List what each code has earned, was paid and is due, and to whom",
      "affiliates due --network sepolia",
    ),
  )
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./payouts/due.ts"))
    .build(),

  task(
    ["affiliates", "payments"],
    describe(
      "List who was paid what, when, and by which transaction",
      "affiliates payments --csv --network sepolia",
    ),
  )
    .addFlag(json)
    .addFlag(csv)
    .setAction(() => import("./payouts/payments.ts"))
    .build(),

  emptyTask(
    ["affiliates", "payees"],
    describe(
      "Name the accounts that affiliates are paid to",
      "affiliates payees set alice 0xTheirAccount --network sepolia",
    ),
  ).build(),

  task(
    ["affiliates", "payees", "import"],
    describe(
      "Name the payees of a CSV file, with the columns code and payee",
      "affiliates payees import payees.csv --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "file", description: "CSV with the columns code and payee" })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./payouts/payees-import.ts"))
    .build(),

  task(
    ["affiliates", "payees", "set"],
    describe(
      "Name the payee of a code, or take it back with none",
      "affiliates payees set alice 0xTheirAccount --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "code", description: "A registered code" })
    .addPositionalArgument({ name: "payee", description: "Address, or none" })
    .addFlag(yes)
    .addFlag(speedUp)
    .addFlag(cancel)
    .addOption(maxFee)
    .addFlag(dryRun)
    .setAction(() => import("./payouts/payees-set.ts"))
    .build(),

  task(
    ["affiliates", "link"],
    describe(
      "Print a code's link to the page and its QR code, or write those of all codes",
      "affiliates link alice --svg alice.svg --network sepolia",
    ),
  )
    .addPositionalArgument({
      name: "code",
      description: "An active code; none with --all",
      defaultValue: "",
    })
    .addOption(text("card", "Label in the page's order summary: letters, digits, hyphens, spaces"))
    .addOption(text("svg", "File to write the QR code to, instead of showing it"))
    .addOption(text("png", "The same, as PNG"))
    .addOption(text("all", "Folder for the links and QR codes of all active codes"))
    .addOption(text("format", "Of the QR codes of --all: svg or png (default: svg)"))
    .setAction(() => import("./affiliates/link.ts"))
    .build(),
];

refuseWrongUse(tasks);
