import { type TaskAction, TaskError } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, exactly, type OwnersArguments } from "../owner/owners-change.ts";
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
      ...exactly(call),
      async change() {
        const renderer = await ticket.renderer();
        return {
          name: "freeze-metadata",
          title: `Keep the renderer ${renderer}`,
          call,
          label: "metadata",
          after: metadataState(true),
          read: async () => metadataState(await ticket.metadataFrozen()),
          already: "The metadata is already frozen.",
          async details() {
            // Checks this before the Safe's owners sign.
            if ((await provider.getCode(renderer)) === "0x") {
              throw new TaskError(
                `There is no contract at the renderer's address ${renderer}, so it can't be frozen. Set one that draws first: ticket set-renderer`,
              );
            }
            return {
              warnings: ["look at some tickets' pictures first.", ...(await keptOutside(sale))],
              unusual: { what: "Freezing can't be undone", word: "freeze for ever" },
            };
          },
        };
      },
    };
  })) satisfies TaskAction<OwnersArguments>;
