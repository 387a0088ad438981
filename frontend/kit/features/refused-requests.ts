import type { createAppKit } from "@reown/appkit";

/** As long as kit 1.7.4 itself waits for its dialog before it shows this error. */
const DIALOG_OPENS_MS = 300;

/**
 * If the embedded wallet is asked for what it does not allow, kit 1.7.4 opens its dialog to say so. But the refusal closes
 * the dialog, unless its parts are still loading, and the visitor is told nothing. This opens it again for the words.
 */
export function showRefusedRequests(modal: ReturnType<typeof createAppKit>): void {
  // biome-ignore lint/complexity/useLiteralKeys: TypeScript allows access to a private member only in brackets
  const show = modal["showErrorMessage"].bind(modal);
  // biome-ignore lint/complexity/useLiteralKeys: as above
  modal["showErrorMessage"] = (message) => {
    if (modal.isOpen()) show(message);
    else void modal.open().then(() => setTimeout(() => show(message), DIALOG_OPENS_MS));
  };
}
