import { getAddress, getCreateAddress, isAddress } from "ethers";
import { isFolderUri } from "../shared/folder-uri.ts";
import type { DeploymentRecord } from "./record.ts";

/**
 * What can be told of a record without asking a chain: it has its fields, it is of this network, and its address is the
 * one that its deployer's transaction makes. Whether that transaction exists is for `prove-record.ts`.
 * @returns what is wrong, or `null`
 */
export function recordProblem(found: unknown, network: string, chainId: number): string | null {
  if (typeof found !== "object" || found === null) return "it is no object";
  const record = found as Partial<DeploymentRecord>;
  if (record.network !== network) return `it is of ${record.network}`;
  if (record.chainId !== chainId) return `it is of chain ${record.chainId}`;

  const args: Partial<DeploymentRecord["arguments"]> = record.arguments ?? {};
  const addresses: Readonly<Record<string, unknown>> = {
    address: record.address,
    renderer: record.renderer,
    deployer: record.deployer,
    "arguments.owner": args.owner,
    "arguments.royaltyReceiver": args.royaltyReceiver,
    "arguments.renderer": args.renderer,
    ...(record.treasury !== undefined && { treasury: record.treasury }),
  };
  for (const [name, address] of Object.entries(addresses)) {
    if (!isAddress(address) || getAddress(address) !== address) {
      return `its ${name} is not an address with its checksum: ${address}`;
    }
  }
  const hashes = [record.transactionHash, record.codeHash, record.creationCodeHash];
  if (!hashes.every((hash) => /^0x[0-9a-f]{64}$/.test(String(hash)))) {
    return "its transactionHash, codeHash or creationCodeHash is not a hash";
  }
  if (!/^[0-9a-f]{64}$/.test(String(record.codeSha256))) return "its codeSha256 is not a hash";
  if (!/^\d+$/.test(String(args.ticketPrice)) || !Number.isInteger(args.royaltyBps)) {
    return "its arguments have no price or no royalty";
  }
  if (typeof args.startPaused !== "boolean") return "its arguments don't say whether it is paused";
  const { folderRenderer } = record;
  if (folderRenderer !== undefined && !isFolderUri(String(folderRenderer?.baseUri))) {
    return `its folderRenderer has no folder's address: ${folderRenderer?.baseUri}`;
  }
  const { deployer = "", deployerNonce } = record;
  if (!Number.isInteger(deployerNonce)) return "its deployerNonce is not a whole number";
  const made = getCreateAddress({ from: deployer, nonce: deployerNonce ?? 0 });
  if (made !== record.address) {
    return `${deployer} made ${made} with nonce ${deployerNonce}, not ${record.address}`;
  }
  return null;
}
