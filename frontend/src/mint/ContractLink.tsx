import type { Chain } from "../../../networks.ts";
import { ExternalLink } from "../ui/ExternalLink.tsx";

export function ContractLink({ network, address }: { network: Chain; address: string }) {
  const { explorer } = network;
  if (explorer === null) return <span className="hash">{`Contract ${address}`}</span>;
  return (
    <ExternalLink href={`${explorer.url}/address/${address}`}>
      {`View contract on ${explorer.name}`}
    </ExternalLink>
  );
}
