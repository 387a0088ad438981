import type { Network } from "../../../networks.ts";
import { ExternalLink } from "../ui/ExternalLink.tsx";

/** The transaction on the network's explorer; its bare hash where there is none. */
export function TransactionLink({ network, hash }: { network: Network; hash: string }) {
  const { explorer } = network;
  if (explorer === null) return <span className="hash">Transaction {hash}</span>;
  return <ExternalLink href={`${explorer.url}/tx/${hash}`}>View on {explorer.name}</ExternalLink>;
}

/** The contract on the network's explorer; its bare address where there is none. */
export function ContractLink({ network, address }: { network: Network; address: string }) {
  const { explorer } = network;
  if (explorer === null) return <span className="hash">Contract {address}</span>;
  return (
    <ExternalLink href={`${explorer.url}/address/${address}`}>
      View contract on {explorer.name}
    </ExternalLink>
  );
}
