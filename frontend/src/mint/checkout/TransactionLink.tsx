import type { Chain } from "../../../../networks.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";

export function TransactionLink({ network, hash }: { network: Chain; hash: string | null }) {
  if (hash === null) return null;
  const { explorer } = network;
  return (
    <p>
      {explorer === null ? (
        <span className="hash">{`Transaction ${hash}`}</span>
      ) : (
        <ExternalLink
          href={`${explorer.url}/tx/${hash}`}
        >{`View on ${explorer.name}`}</ExternalLink>
      )}
    </p>
  );
}
