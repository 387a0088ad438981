import { ITicketRenderer__factory } from "../../../typechain-types/factories/contracts/interfaces/ITicketRenderer__factory.ts";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";

interface RendererSample {
  readonly subject: string;
  readonly uri: string;
}

/** Metadata on chain is thousands of characters long. */
const MOST_SHOWN = 100;

/** @throws a `TaskError` unless each is metadata on chain or a file of `ipfs://` or `https://` */
export async function sampleRenderer(
  { ticket, provider }: Sale,
  address: string,
): Promise<readonly RendererSample[]> {
  const renderer = ITicketRenderer__factory.connect(address, provider);
  const [sold, size] = [await ticket.totalSupply(), await ticket.MAX_SUPPLY()];
  const samples: RendererSample[] = [];
  for (const tokenId of new Set([1n, sold || 1n, size])) {
    const uri = await uriOf(address, `tokenURI(${tokenId})`, renderer.tokenURI(tokenId));
    samples.push({ subject: `ticket ${tokenId}`, uri });
  }
  const uri = await uriOf(address, "contractURI()", renderer.contractURI());
  return [...samples, { subject: "collection", uri }];
}

export function isFileUri(uri: string): boolean {
  return /^(?:ipfs|https):\/\/[^/?#][!-~]*$/.test(uri);
}

async function uriOf(address: string, call: string, answer: Promise<string>): Promise<string> {
  const uri = await answer.catch(() => {
    throw new TaskError(`${address} doesn't draw tickets: ${call} can't be read`);
  });
  if (uri.startsWith("data:application/json") || isFileUri(uri)) return uri;
  const shown = uri.length > MOST_SHOWN ? `${uri.slice(0, MOST_SHOWN)}…` : uri;
  throw new TaskError(
    `${address} doesn't draw tickets: ${call} gives ${JSON.stringify(shown)}, ` +
      "which is neither a data:application/json URI nor a file of ipfs:// or https://",
  );
}
