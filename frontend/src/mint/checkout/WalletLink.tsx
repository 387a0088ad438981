import { progress } from "../../domain/outcome-words.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";

/** To the wallet's own app, on a telephone that did not open it by itself. */
export function WalletLink({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <p>
      {href.startsWith("https:") ? (
        <ExternalLink href={href}>{progress.openWallet}</ExternalLink>
      ) : (
        // A new tab for an app's own scheme would stay empty.
        <a className="link" href={href}>
          {progress.openWallet}
        </a>
      )}
    </p>
  );
}
