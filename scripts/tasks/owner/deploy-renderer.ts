import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { applyChange, labelled } from "../outbox/apply-change.ts";
import { currentFees } from "../outbox/fees.ts";
import { closeJournal } from "../outbox/notes.ts";
import { settlePending } from "../outbox/pending-calls.ts";
import { assertForDryRun, shownDeployer } from "../outbox/shown-deployer.ts";
import { callText } from "../outbox/ticket-call.ts";
import { sendingAlone } from "../outbox/under-way.ts";
import { recentCreations } from "../record/recent-creations.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { parseBaseUri, roughAmountText } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";

interface DeployRendererArguments {
  readonly baseUri: string;
  readonly yes: boolean;
  readonly dryRun?: boolean;
  readonly from?: string | undefined;
}

/** Deploys a renderer beside the sale's. Which of the two the sale asks is for `set-renderer`, which the owner signs. */
export default taskAction<DeployRendererArguments>(({ baseUri: text, yes, dryRun, from }, hre) => {
  const baseUri = parseBaseUri("The folder", text);
  assertForDryRun(from, dryRun);
  const run = async (sale: Sale) => {
    const present = await sale.ticket.renderer();
    if ((await folderOf(sale, present)) === baseUri) {
      console.log(`The renderer ${present} has the folder ${baseUri} already. Nothing to do.`);
      return;
    }
    const deployer = sale.dryRun
      ? await shownDeployer(sale.request, from)
      : (await sale.signers("deployer"))[0]?.address;
    if (deployer === undefined) {
      throw new TaskError(
        `No account to deploy from: set DEPLOYER_PRIVATE_KEY for ${sale.network}`,
      );
    }
    await sendingAlone(sale, deployer, () =>
      deployFolder(sale, deployer, { present, baseUri, yes }),
    );
  };
  return withSale(hre, run, { dryRun });
});

async function deployFolder(
  sale: Sale,
  deployer: string,
  {
    present,
    baseUri,
    yes,
  }: { readonly present: string; readonly baseUri: string; readonly yes: boolean },
): Promise<void> {
  const data =
    FolderRenderer__factory.bytecode + rendererContract(baseUri).constructorArguments.slice(2);
  const replaces = await settlePending(
    sale,
    { from: deployer, isAsked: (pending) => pending === data },
    async () => (await currentFees(sale)).baseFee,
  );
  const made = await madeBefore(sale, deployer, data, baseUri);
  if (made !== null) {
    console.log(`FolderRenderer for ${baseUri} is at ${made} already. ${nextStep(sale, made)}`);
    if (!sale.dryRun) await closeJournal(sale, deployer);
    return;
  }
  await applyChange(
    sale,
    {
      name: "deploy-renderer",
      title: "Deploy a renderer for pictures in a folder",
      lines: [
        labelled("folder", baseUri),
        labelled("renderer", `${present} stays until ticket set-renderer`),
        labelled("creation", callText(data)),
      ],
      calls: [{ data, asked: `new FolderRenderer(${baseUri})` }],
      // Deploying a renderer gives no rights over it.
      sender: { address: deployer, role: "deployer", key: "deployer" },
      resumes: { replaces },
      mismatch: async ([{ contractAddress }]) => {
        const found = await folderOf(sale, contractAddress ?? "");
        if (found === baseUri) return null;
        return `${contractAddress} reads ${found}, not ${baseUri}. Look at it before you go on.`;
      },
      report: ([{ contractAddress, blockNumber, gasUsed, gasPrice, hash }]) =>
        `Done in block ${blockNumber} for ${roughAmountText(gasUsed * gasPrice, sale.currency)}: ${hash}\n` +
        `FolderRenderer is at ${contractAddress}. ${nextStep(sale, contractAddress)}`,
    },
    { yes },
  );
}

/** @returns the same renderer, if the deployer has made it: an interrupted run may have, and told of it nowhere */
async function madeBefore(
  sale: Sale,
  deployer: string,
  data: string,
  baseUri: string,
): Promise<string | null> {
  const code = await sale.request("eth_call", [{ from: deployer, data }, "latest"]);
  for (const made of await recentCreations(sale.provider, deployer)) {
    if (made.code === code && (await folderOf(sale, made.address)) === baseUri) return made.address;
  }
  return null;
}

function nextStep({ network }: Sale, renderer: string | null): string {
  return `Next: npm run hardhat -- ticket set-renderer ${renderer} --network ${network}`;
}

/** @returns the folder of a `FolderRenderer`, `null` if the address is none */
async function folderOf({ provider }: Sale, address: string): Promise<string | null> {
  try {
    return await FolderRenderer__factory.connect(address, provider).baseURI();
  } catch {
    return null;
  }
}
