import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { parseBaseUri } from "../cli/amounts.ts";
import type { TaskAction } from "../cli/task.ts";
import { doneText, labelled } from "../outbox/change.ts";
import { type SendArguments, sendTask } from "../outbox/outbox.ts";
import { assertForDryRun, deployerOf } from "../outbox/sender.ts";
import { callText, textOf } from "../outbox/ticket-call.ts";
import { folderOf } from "../record/prove-record.ts";
import { recentCreations } from "../record/recent-creations.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import type { Sale } from "../record/sale.ts";

interface DeployRendererArguments extends SendArguments {
  readonly baseUri: string;
  readonly from?: string | undefined;
}

/** Deploys a renderer. The sale keeps its current renderer until the owner signs `set-renderer`. */
export default (({ baseUri: text, from, ...args }, hre) => {
  const baseUri = parseBaseUri("The folder", text);
  assertForDryRun(from, args.dryRun);
  return sendTask(hre, args, async (sale) => {
    const present = await sale.ticket.renderer();
    if ((await folderOf(present, sale.request)) === baseUri) {
      console.log(`The renderer ${present} has the folder ${baseUri} already. Nothing to do.`);
      return null;
    }
    const sender = await deployerOf(sale, from);
    const data =
      FolderRenderer__factory.bytecode + rendererContract(baseUri).constructorArguments.slice(2);
    const nextStep = (renderer: string | null) =>
      `Next: npm run hardhat -- ticket set-renderer ${renderer} --network ${sale.network}`;
    return {
      sender,
      isAsked: (pending) => pending === data,
      async change() {
        const made = await madeBefore(sale, sender.address, data, baseUri);
        if (made !== null) {
          console.log(`FolderRenderer for ${baseUri} is at ${made} already. ${nextStep(made)}`);
          return null;
        }
        return {
          name: "deploy-renderer",
          title: "Deploy a renderer for pictures in a folder",
          lines: [
            labelled("folder", baseUri),
            labelled("renderer", `${present} stays until ticket set-renderer`),
            labelled("creation", callText(data)),
          ],
          calls: [{ data, asked: textOf("new FolderRenderer", [baseUri]) }],
          async mismatch([{ contractAddress }]) {
            const found = await folderOf(contractAddress ?? "", sale.request);
            if (found === baseUri) return null;
            return `${contractAddress} reads ${found}, not ${baseUri}. Check it before you go on.`;
          },
          report(receipts) {
            const [{ contractAddress: address }] = receipts;
            return `${doneText(sale, receipts)}\nFolderRenderer is at ${address}. ${nextStep(address)}`;
          },
        };
      },
    };
  });
}) satisfies TaskAction<DeployRendererArguments>;

async function madeBefore(
  { provider, request }: Sale,
  deployer: string,
  data: string,
  baseUri: string,
): Promise<string | null> {
  const code = await request("eth_call", [{ from: deployer, data }, "latest"]);
  for (const made of await recentCreations(provider, deployer)) {
    if (made.code === code && (await folderOf(made.address, request)) === baseUri)
      return made.address;
  }
  return null;
}
