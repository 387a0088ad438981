import { Contract } from "ethers";
import { TaskError } from "../cli/task.ts";
import type { Sale } from "../record/sale.ts";

export interface RendererSample {
  readonly subject: string;
  readonly uri: string;
}

const RENDERER_ABI = [
  "function tokenURI(uint256) view returns (string)",
  "function contractURI() view returns (string)",
];
/** Metadata on chain is thousands of characters long. */
const MOST_SHOWN = 100;

/** @throws a `TaskError` unless each is metadata on chain or a file of `ipfs://` or `https://` */
export async function sampleRenderer(
  sale: Sale,
  address: string,
): Promise<readonly RendererSample[]> {
  const renderer = new Contract(address, RENDERER_ABI, sale.provider);
  const tokenIds = new Set([
    1n,
    ...[await sale.ticket.totalSupply()].filter((sold) => sold > 0n),
    await sale.ticket.MAX_SUPPLY(),
  ]);
  const samples: RendererSample[] = [];
  for (const tokenId of tokenIds) {
    const uri = await answer(address, `tokenURI(${tokenId})`, () =>
      renderer.getFunction("tokenURI")(tokenId),
    );
    samples.push({ subject: `ticket ${tokenId}`, uri });
  }
  const uri = await answer(address, "contractURI()", () => renderer.getFunction("contractURI")());
  return [...samples, { subject: "collection", uri }];
}

export function isFileUri(uri: string): boolean {
  return /^(?:ipfs|https):\/\/[^/?#][!-~]*$/.test(uri);
}

async function answer(address: string, call: string, ask: () => Promise<unknown>): Promise<string> {
  let uri: string;
  try {
    uri = String(await ask());
  } catch {
    throw new TaskError(`${address} doesn't draw tickets: ${call} can't be read`);
  }
  if (uri.startsWith("data:application/json") || isFileUri(uri)) return uri;
  const shown = uri.length > MOST_SHOWN ? `${uri.slice(0, MOST_SHOWN)}…` : uri;
  throw new TaskError(
    `${address} doesn't draw tickets: ${call} gives ${JSON.stringify(shown)}, ` +
      "which is neither a data:application/json URI nor a file of ipfs:// or https://",
  );
}
