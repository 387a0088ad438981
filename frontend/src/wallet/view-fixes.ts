import { copyLinkHonestly } from "../../kit/dialog/copy-link.ts";
import { hideDrawings } from "../../kit/dialog/hidden-drawings.ts";
import { keepPlace } from "../../kit/dialog/kept-place.ts";
import { tellOfSilentRelay } from "../../kit/dialog/silent-relay.ts";
import { showTelephoneLink } from "../../kit/dialog/telephone-view.ts";
import { showFocus } from "../../kit/dialog/visible-focus.ts";
import { kitViewWords } from "../domain/words/kit-view-words.ts";

/**
 * Patches all views except the list of wallets. This file loads with them (`build/chunks/late-parts.ts`).
 * @param retryRelay `null` without a relay
 */
export function mendViews(retryRelay: (() => void) | null): void {
  showFocus();
  // When the dialog closes, the focus goes to the Connect Wallet or Mint button.
  keepPlace(".wallet > .button");
  hideDrawings();
  void copyLinkHonestly(kitViewWords.link);
  showTelephoneLink(kitViewWords.telephone);
  if (retryRelay !== null) void tellOfSilentRelay(kitViewWords.relay, retryRelay);
}
