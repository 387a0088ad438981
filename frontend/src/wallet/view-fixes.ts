import { copyLinkHonestly } from "../../kit/dialog/copy-link.ts";
import { hideDrawings } from "../../kit/dialog/hidden-drawings.ts";
import { keepPlace } from "../../kit/dialog/kept-place.ts";
import { tellOfSilentRelay } from "../../kit/dialog/silent-relay.ts";
import { showTelephoneLink } from "../../kit/dialog/telephone-view.ts";
import { showFocus } from "../../kit/dialog/visible-focus.ts";
import { kitViewWords } from "../domain/kit-view-words.ts";

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
