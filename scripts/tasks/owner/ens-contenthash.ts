import { decode, encode } from "@ensdomains/content-hash";
import { Contract, getAddress, Interface, namehash, ZeroAddress } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";
import { labelled } from "../outbox/apply-change.ts";
import { findSafe } from "../outbox/safe/safe.ts";
import { proposeToSafe } from "../outbox/safe/safe-proposal.ts";
import { assertSaysWhatWasAsked, callText } from "../outbox/ticket-call.ts";
import { connectedChainId, isRehearsal, networkOption } from "../record/sale.ts";
import { requireSecondEndpoint } from "../record/second-endpoint.ts";
import { withSecondOpinion } from "../record/second-opinion.ts";
import { withLinks } from "../shared/explorer.ts";
import { describeError, TaskError, taskAction } from "../shared/task-action.ts";
import { shownInput } from "../shared/visible-text.ts";

interface EnsContenthashArguments {
  readonly name: string | undefined;
  readonly cid: string | undefined;
}

/** The registry of ENS, at the same address on mainnet and on Sepolia (docs.ens.domains, "Deployments"). */
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
/** The owner, to the registry, of every name that is wrapped, by chain id. */
const NAME_WRAPPERS: Readonly<Record<number, string>> = {
  1: "0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401",
  11155111: "0x0635513f179D50A207757E05759CbD106d7dFcE8",
};

const ENS = new Interface([
  "function owner(bytes32 node) view returns (address)",
  "function resolver(bytes32 node) view returns (address)",
  "function ownerOf(uint256 id) view returns (address)",
  "function contenthash(bytes32 node) view returns (bytes)",
  "function setContenthash(bytes32 node, bytes hash)",
]);

/** EIP-1577: the namespace IPFS, and a CID of version 1 whose codec is dag-pb, as a folder's is. */
const FOLDER_ON_IPFS = /^e3010170/;

/**
 * Writes the file by which a Safe points an ENS name at a build of the page, or prints the call if another account owns the name.
 * Nothing is sent.
 */
export default taskAction<EnsContenthashArguments>(async ({ name, cid }, hre) => {
  if (name === undefined || cid === undefined) {
    throw new TaskError("Say which name, and which build: --name tickets.eth --cid bafybei…");
  }
  const node = nodeOf(name);
  const hash = contentHashOf(cid);
  const network = networkOption(hre);
  const connection = await hre.network.create({ network, override: { accounts: "remote" } });
  try {
    const chainId = await connectedChainId(connection);
    if (!(chainId in NAME_WRAPPERS)) {
      throw new TaskError(`ENS is on mainnet, and for trials on sepolia: not on ${network}`);
    }
    const second = isRehearsal(network)
      ? null
      : await requireSecondEndpoint(hre, connection, chainId);
    await withSecondOpinion(hre, connection, second, chainId, () =>
      propose(connection, hre.config.paths.root, chainId, { name, node, hash }),
    );
  } finally {
    await connection.close();
  }
});

async function propose(
  connection: NetworkConnection,
  root: string,
  chainId: number,
  { name, node, hash }: { readonly name: string; readonly node: string; readonly hash: string },
): Promise<void> {
  const { networkName: network } = connection;
  const { provider } = connection.ethers;
  const read = async (at: string, method: string): Promise<string> =>
    new Contract(at, ENS, provider).getFunction(method)(node);

  if ((await provider.getCode(REGISTRY)) === "0x") {
    throw new TaskError(`There is no ENS registry at ${REGISTRY} on ${network}`);
  }
  const resolver = getAddress(await read(REGISTRY, "resolver"));
  if (resolver === ZeroAddress) {
    throw new TaskError(`${name} has no resolver. Set one in the ENS app first.`);
  }
  const registered = getAddress(await read(REGISTRY, "owner"));
  const wrapped = registered === NAME_WRAPPERS[chainId];
  const owner = wrapped ? getAddress(await read(registered, "ownerOf")) : registered;
  const before = await read(resolver, "contenthash").catch((error: unknown) => {
    throw new TaskError(`The resolver ${resolver} keeps no content hash: ${describeError(error)}`);
  });
  if (before === `0x${hash}`) {
    console.log(`${name} points at ${pointed(before)} already. Nothing to do.`);
    return;
  }
  const data = ENS.encodeFunctionData("setContenthash", [node, `0x${hash}`]);
  assertSaysWhatWasAsked({ data, asked: `setContenthash(${node}, 0x${hash})` });
  await connection.provider
    .request({ method: "eth_call", params: [{ from: owner, to: resolver, data }, "latest"] })
    .catch((error: unknown) => {
      throw new TaskError(
        `The resolver ${resolver} refuses this call of ${owner}, who owns ${name}: ${describeError(error)}`,
      );
    });

  const title = `Point ${name} at a build of the page`;
  const lines = [
    labelled("content", `${pointed(before)} -> ${pointed(`0x${hash}`)}`),
    labelled("resolver", resolver),
    labelled("call", callText(data)),
  ];
  console.log(withLinks(network, `${title} (${network}, ENS)\n${lines.slice(0, 2).join("\n")}`));
  console.log(lines[2]);
  const safe = await findSafe(provider, owner);
  if (safe !== null) {
    const place = { root, network, chainId, provider };
    const calls = [{ to: resolver, data }];
    const proposal = { name: "ens-contenthash", title, lines, calls };
    return await proposeToSafe(place, proposal, { role: "name's owner", safe });
  }
  console.log(
    `The name's owner ${owner} is no Safe: nothing was sent, and no file was written. Have it make this call, or set the ` +
      "same content in the ENS app:",
  );
  console.log(`  target      ${resolver}\n  value       0\n  data        ${data}`);
}

function nodeOf(name: string): string {
  try {
    if (!name.includes(".")) throw new Error("it has no dot");
    return namehash(name);
  } catch {
    throw new TaskError(`--name is not an ENS name, as in tickets.eth: ${shownInput(name)}`);
  }
}

/** @returns in hex, without 0x */
function contentHashOf(cid: string): string {
  const text = cid.replace(/^ipfs:\/\//, "").replace(/\/$/, "");
  let hash = "";
  try {
    hash = encode("ipfs", text);
  } catch {
    // Said below.
  }
  if (FOLDER_ON_IPFS.test(hash)) return hash;
  throw new TaskError(
    `--cid is not the CID of a folder, as the build prints it (bafybei…): ${shownInput(cid)}`,
  );
}

/** @returns as in "ipfs://bafybei…" */
function pointed(contenthash: string): string {
  if (contenthash === "0x") return "nothing";
  if (!FOLDER_ON_IPFS.test(contenthash.slice(2))) return contenthash;
  return `ipfs://${decode(contenthash)}`;
}
