import { progress } from "../../domain/words/outcome-words.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";

/** Opens the wallet's app on a phone that did not open it by itself. */
export function WalletLink({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <p>
      {href.startsWith("https:") ? (
        <ExternalLink href={href}>{progress.openWallet}</ExternalLink>
      ) : (
        // Opens no new tab, because it would stay empty for an app's own scheme.
        <a className="link" href={href}>
          {progress.openWallet}
        </a>
      )}
    </p>
  );
}
