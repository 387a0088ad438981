import { emptyTask, task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";

/** What can be run as `npx hardhat <task> --network <name>`. Each task's action is the file of its name. */
export const tasks = [
  emptyTask("ticket", "Deploy and run the ticket sale").build(),

  task(
    ["ticket", "deploy"],
    "Deploy TicketRenderer and Ticket, or finish an interrupted deployment. Example: npx hardhat ticket deploy --network localhost",
  )
    .addOption({
      name: "owner",
      description: "Address that runs the sale (localhost: first account)",
      type: ArgumentType.STRING_WITHOUT_DEFAULT,
      defaultValue: undefined,
    })
    .addOption({
      name: "price",
      description: "Price of one ticket in ETH, a multiple of 0.00002 (localhost: 0.05)",
      type: ArgumentType.STRING_WITHOUT_DEFAULT,
      defaultValue: undefined,
    })
    .addOption({
      name: "royaltyReceiver",
      description: "Address that marketplaces pay the royalty to (localhost: first account)",
      type: ArgumentType.STRING_WITHOUT_DEFAULT,
      defaultValue: undefined,
    })
    .addOption({
      name: "royaltyBps",
      description: "Royalty in basis points, at most 1000 (localhost: 500)",
      type: ArgumentType.STRING_WITHOUT_DEFAULT,
      defaultValue: undefined,
    })
    .addFlag({ name: "paused", description: "Start with sales paused" })
    .addFlag({ name: "yes", description: "Answer yes to the question before a live network" })
    .setAction(() => import("./deploy.ts"))
    .build(),
];
