import { ExternalLink } from "../ui/ExternalLink.tsx";

export interface HelpLinks {
  readonly helpUrl: string | null;
  readonly supportUrl: string | null;
}

/** Must match the text of docs/visitors.md. */
const ANSWERS: readonly (readonly [string, string])[] = [
  [
    "How do I buy?",
    "Connect your wallet, press Mint, and confirm in your wallet. You pay the price that this page shows, and the network fee.",
  ],
  [
    "Did I pay?",
    "If a message says that nothing was sent, you paid nothing. If you are not sure, look at your wallet's activity before you buy again. If a purchase worked, you see it there with your tickets.",
  ],
  [
    "May I close this page?",
    "Yes, once your wallet has sent the purchase. Open it again in the same browser, and it continues from there.",
  ],
  [
    "Where are my tickets?",
    "In your wallet's account. This page shows them too while that wallet is connected.",
  ],
  [
    "Can I get my money back?",
    "The contract gives no refunds. You can sell a ticket, or give it away, like any other NFT.",
  ],
  [
    "How do I stay safe?",
    "Never tell anyone your recovery phrase. This page never asks for it, and never asks you to approve the spending of tokens.",
  ],
];

/** Only the build renders the footer, so the bundle has no copy. */
export function HelpFooter({ helpUrl, supportUrl }: HelpLinks) {
  if (helpUrl === "none" && supportUrl === null) return null;
  return (
    <footer className="help note">
      {helpUrl === null ? (
        <details>
          <summary>Help</summary>
          <div className="help-answers">
            {ANSWERS.map(([question, answer]) => (
              <div key={question}>
                <h2>{question}</h2>
                <p>{answer}</p>
              </div>
            ))}
          </div>
        </details>
      ) : (
        helpUrl !== "none" && <ExternalLink href={helpUrl}>Help</ExternalLink>
      )}
      {supportUrl !== null && <ExternalLink href={supportUrl}>Contact us</ExternalLink>}
    </footer>
  );
}
