import { emptyTask, task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import { refuseWrongUse } from "./lib/command-line.ts";

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
  return `${what}. Example: npx hardhat ${example}`;
}

const yes = {
  name: "yes",
  description: "Answer yes to the question before a live network",
} as const;
const json = { name: "json", description: "Print one JSON document and nothing else" } as const;

/** What can be run as `npx hardhat <task> --network <name>`. Each task's action is the file of its name. */
export const tasks = [
  emptyTask("ticket", "Deploy and run the ticket sale").build(),

  task(
    ["ticket", "deploy"],
    describe(
      "Deploy TicketRenderer and Ticket, or finish an interrupted deployment",
      "ticket deploy --network localhost",
    ),
  )
    .addOption(text("owner", "Address that runs the sale (localhost: first account)"))
    .addOption(text("price", "Price of one ticket in ETH, a multiple of 0.00002 (localhost: 0.05)"))
    .addOption(
      text(
        "royaltyReceiver",
        "Address that marketplaces pay the royalty to (localhost: first account)",
      ),
    )
    .addOption(text("royaltyBps", "Royalty in basis points, at most 1000 (localhost: 500)"))
    .addFlag({ name: "paused", description: "Start with sales paused" })
    .addFlag(yes)
    .setAction(() => import("./deploy.ts"))
    .build(),

  task(
    ["ticket", "status"],
    describe("Show how the sale stands", "ticket status --network sepolia"),
  )
    .addFlag(json)
    .setAction(() => import("./status.ts"))
    .build(),

  task(
    ["ticket", "set-price"],
    describe("Set the price of a ticket", "ticket set-price 0.06 --network sepolia"),
  )
    .addPositionalArgument({
      name: "price",
      description: "ETH, a multiple of 0.00002, at most 1000",
    })
    .addFlag(yes)
    .setAction(() => import("./set-price.ts"))
    .build(),

  task(
    ["ticket", "pause"],
    describe("Stop sales, and nothing else", "ticket pause --network sepolia"),
  )
    .addFlag(yes)
    .setAction(() => import("./pause.ts"))
    .build(),

  task(["ticket", "unpause"], describe("Resume sales", "ticket unpause --network sepolia"))
    .addFlag(yes)
    .setAction(() => import("./unpause.ts"))
    .build(),

  task(
    ["ticket", "withdraw"],
    describe("Pay out the proceeds", "ticket withdraw --to 0xYourTreasury --network sepolia"),
  )
    .addOption(text("to", "Address that gets them (default: the owner)"))
    .addFlag(yes)
    .setAction(() => import("./withdraw.ts"))
    .build(),

  task(
    ["ticket", "set-royalty"],
    describe(
      "Set the royalty asked of marketplaces",
      "ticket set-royalty --bps 250 --network sepolia",
    ),
  )
    .addOption(text("receiver", "Address that is paid (default: as before)"))
    .addOption(text("bps", "Basis points, at most 1000 (default: as before)"))
    .addFlag(yes)
    .setAction(() => import("./set-royalty.ts"))
    .build(),

  task(
    ["ticket", "set-renderer"],
    describe(
      "Set the contract that draws tickets",
      "ticket set-renderer 0xYourRenderer --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "renderer", description: "Address of an ITicketRenderer" })
    .addFlag(yes)
    .setAction(() => import("./set-renderer.ts"))
    .build(),

  task(
    ["ticket", "freeze-metadata"],
    describe("Keep the renderer for ever", "ticket freeze-metadata --network sepolia"),
  )
    .addFlag(yes)
    .setAction(() => import("./freeze-metadata.ts"))
    .build(),

  task(
    ["ticket", "transfer-ownership"],
    describe(
      "Offer the ownership to another address, which has to accept it",
      "ticket transfer-ownership 0xYourSafe --network sepolia",
    ),
  )
    .addPositionalArgument({ name: "newOwner", description: "Address, a Safe at best" })
    .addFlag(yes)
    .setAction(() => import("./transfer-ownership.ts"))
    .build(),

  task(
    ["ticket", "accept-ownership"],
    describe("Accept an offered ownership", "ticket accept-ownership --network sepolia"),
  )
    .addFlag(yes)
    .setAction(() => import("./accept-ownership.ts"))
    .build(),
];

refuseWrongUse(tasks);
