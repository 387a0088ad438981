import { progress } from "../../domain/words/outcome-words.ts";
import { ExternalLink } from "../../ui/ExternalLink.tsx";

/** Opens the wallet's app if the phone did not open it automatically. */
export function WalletLink({ href }: { href: string | null }) {
  if (href === null) return null;
  return (
    <p>
      {href.startsWith("https:") ? (
        <ExternalLink href={href}>{progress.openWallet}</ExternalLink>
      ) : (
        // Opens no new tab, because a link with an app's own scheme would leave it empty.
        <a className="link" href={href}>
          {progress.openWallet}
        </a>
      )}
    </p>
  );
}
