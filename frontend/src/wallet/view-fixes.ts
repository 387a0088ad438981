import { kitViewWords } from "../domain/kit-view-words.ts";
import { copyLinkHonestly } from "./kit-fixes/copy-link.ts";
import { hideDrawings } from "./kit-fixes/hidden-drawings.ts";
import { keepPlace } from "./kit-fixes/kept-place.ts";
import { tellOfSilentRelay } from "./kit-fixes/silent-relay.ts";
import { showTelephoneLink } from "./kit-fixes/telephone-view.ts";
import { showFocus } from "./kit-fixes/visible-focus.ts";

/**
 * Mends the views that the list of wallets does not need. It comes with them (`build/chunks/late-parts.ts`).
 * @param retryRelay tries again to reach the relay; `null` if the page has none
 */
export function mendViews(retryRelay: (() => void) | null): void {
  showFocus();
  // Connect Wallet and Mint.
  keepPlace(".wallet > .button");
  hideDrawings();
  void copyLinkHonestly(kitViewWords.link);
  showTelephoneLink(kitViewWords.telephone);
  if (retryRelay !== null) void tellOfSilentRelay(kitViewWords.relay, retryRelay);
}
