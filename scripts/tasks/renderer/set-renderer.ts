import { parseAddress } from "../cli/amounts.ts";
import { TaskError } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { type Details, ownersTask } from "../owner/owners-change.ts";
import type { Sale } from "../record/sale.ts";
import { isFileUri, sampleRenderer } from "./renderer-samples.ts";

export default ownersTask(({ renderer: text }: { readonly renderer: string }) => {
  const renderer = parseAddress("The renderer", text);
  return (sale) => ({
    name: "set-renderer",
    title: "Set the contract that draws tickets",
    call: callTo(sale.ticket.setRenderer, [renderer]),
    label: "renderer",
    after: renderer,
    read: () => sale.ticket.renderer(),
    already: `The renderer is already ${renderer}.`,
    details: () => filesOf(sale, renderer),
  });
});

/**
 * Draws samples first, because the contract accepts any address, and a broken renderer would hide
 * all pictures.
 */
async function filesOf(sale: Sale, renderer: string): Promise<Details> {
  if (await sale.ticket.metadataFrozen()) {
    throw new TaskError("The metadata is frozen: the renderer can't be replaced any more");
  }
  const files = (await sampleRenderer(sale, renderer)).filter(({ uri }) => isFileUri(uri));
  if (files.length === 0) return {};
  const warning =
    "these files are outside the chain, and this task can't prove that they exist. They have to be there, " +
    "and one for every other ticket: open some before you go on.";
  return { notes: files.map(({ subject, uri }) => [subject, uri]), warnings: [warning] };
}
