import type { Chain } from "../../../../networks.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";

/** The transaction on the network's explorer; its bare hash where there is none. */
export function TransactionLink({ network, hash }: { network: Chain; hash: string }) {
  const { explorer } = network;
  if (explorer === null) return <span className="hash">{`Transaction ${hash}`}</span>;
  return (
    <ExternalLink href={`${explorer.url}/tx/${hash}`}>{`View on ${explorer.name}`}</ExternalLink>
  );
}
