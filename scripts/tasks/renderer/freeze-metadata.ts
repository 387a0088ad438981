import { type TaskAction, TaskError } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, type OwnersArguments } from "../owner/owners-change.ts";
import type { Sale } from "../record/sale.ts";
import { isFileUri } from "./renderer-samples.ts";

/** Returns a warning if the metadata is in files. Returns none if the renderer is unreadable. */
async function keptOutside({ ticket }: Sale): Promise<readonly string[]> {
  const uri = await ticket.contractURI().catch(() => "");
  if (!isFileUri(uri)) return [];
  const kept = uri.startsWith("ipfs://")
    ? "they can't be changed, but are available only while they are pinned"
    : "whoever runs that host can still change them";
  return [`the metadata is in files (${uri}): ${kept}.`];
}

function metadataState(frozen: boolean): string {
  return frozen ? "frozen" : "replaceable";
}

export default ((options, hre) =>
  changeAsOwner(hre, options, (sale) => {
    const { ticket, provider } = sale;
    const call = callTo(ticket.freezeMetadata, []);
    return {
      isAsked: (data) => data === call.data,
      async change() {
        if (await ticket.metadataFrozen()) {
          console.log("The metadata is already frozen. Nothing to do.");
          return null;
        }
        const renderer = await ticket.renderer();
        // Checks this before the Safe's owners sign.
        if ((await provider.getCode(renderer)) === "0x") {
          throw new TaskError(
            `There is no contract at the renderer's address ${renderer}, so it can't be frozen. Set one that draws first: ticket set-renderer`,
          );
        }
        return {
          ...call,
          name: "freeze-metadata",
          title: `Keep the renderer ${renderer}`,
          changes: [["metadata", metadataState(false), metadataState(true)]],
          warnings: ["look at some tickets' pictures first.", ...(await keptOutside(sale))],
          unusual: { what: "Freezing can't be undone", word: "freeze for ever" },
          readBack: async () => [metadataState(await ticket.metadataFrozen())],
        };
      },
    };
  })) satisfies TaskAction<OwnersArguments>;
