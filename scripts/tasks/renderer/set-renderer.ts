import { parseAddress } from "../cli/amounts.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { callTo } from "../outbox/ticket-call.ts";
import { changeAsOwner, type OwnersArguments } from "../owner/owners-change.ts";
import { isFileUri, sampleRenderer } from "./renderer-samples.ts";

interface SetRendererArguments extends OwnersArguments {
  readonly renderer: string;
}

export default (({ renderer: text, ...options }, hre) => {
  const renderer = parseAddress("The renderer", text);
  return changeAsOwner(hre, options, (sale) => {
    const { ticket } = sale;
    const call = callTo(ticket.setRenderer, [renderer]);
    return {
      isAsked: (data) => data === call.data,
      async change() {
        const before = await ticket.renderer();
        if (before === renderer) {
          console.log(`The renderer is already ${renderer}. Nothing to do.`);
          return null;
        }
        if (await ticket.metadataFrozen()) {
          throw new TaskError("The metadata is frozen: the renderer can't be replaced any more");
        }
        // Draws samples first, because the contract accepts any address, and a broken renderer
        // would hide all pictures.
        const files = (await sampleRenderer(sale, renderer)).filter(({ uri }) => isFileUri(uri));
        return {
          ...call,
          name: "set-renderer",
          title: "Set the contract that draws tickets",
          changes: [["renderer", before, renderer]],
          notes: files.map(({ subject, uri }) => [subject, uri]),
          warnings:
            files.length === 0
              ? []
              : [
                  "these files are outside the chain, and this task can't prove that they exist. They have to be there, " +
                    "and one for every other ticket: open some before you go on.",
                ],
          readBack: async () => [await ticket.renderer()],
        };
      },
    };
  });
}) satisfies TaskAction<SetRendererArguments>;
