import type { Chain } from "../../../networks.ts";
import { ExternalLink } from "../ui/ExternalLink.tsx";

/** The contract on the network's explorer; its bare address where there is none. */
export function ContractLink({ network, address }: { network: Chain; address: string }) {
  const { explorer } = network;
  if (explorer === null) return <span className="hash">{`Contract ${address}`}</span>;
  return (
    <ExternalLink href={`${explorer.url}/address/${address}`}>
      {`View contract on ${explorer.name}`}
    </ExternalLink>
  );
}
