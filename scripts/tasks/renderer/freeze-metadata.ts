import { TaskError } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { ownersTask } from "../owner/owners-change.ts";
import type { Sale } from "../record/sale.ts";
import { isFileUri } from "./renderer-samples.ts";

export default ownersTask(() => (sale) => {
  const { ticket, provider } = sale;
  const call = callTo(ticket.freezeMetadata, []);
  return {
    call,
    async change() {
      const renderer = await ticket.renderer();
      return {
        name: "freeze-metadata",
        title: `Keep the renderer ${renderer}`,
        call,
        label: "metadata",
        after: "frozen",
        read: async () => ((await ticket.metadataFrozen()) ? "frozen" : "replaceable"),
        already: "The metadata is already frozen.",
        async details() {
          // Checks this before the Safe's owners sign.
          if ((await provider.getCode(renderer)) === "0x") {
            throw new TaskError(
              `There is no contract at the renderer's address ${renderer}, so the metadata can't be frozen. First set a renderer that draws: ticket set-renderer`,
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
});

/** Returns a warning if the metadata is in files. Returns none if the renderer is unreadable. */
async function keptOutside({ ticket }: Sale): Promise<readonly string[]> {
  const uri = await ticket.contractURI().catch(() => "");
  if (!isFileUri(uri)) return [];
  const kept = uri.startsWith("ipfs://")
    ? "they can't be changed, but are available only while they are pinned"
    : "whoever runs that host can still change them";
  return [`the metadata is in files (${uri}): ${kept}.`];
}
