import { CoreHelperUtil } from "@reown/appkit-controllers";
import { inside, onEachElement, replaceMethod } from "./each-element.ts";

export interface TelephoneWords {
  /** Beside WalletConnect's entry. */
  readonly tag: string;
}

const ENTRY = "w3m-connect-walletconnect-widget";

interface Row extends HTMLElement {
  tagLabel?: string;
}

/**
 * On a telephone kit 1.7.4 offers only wallets of its provider's directory: without that, nothing but "All Wallets 0" and an
 * icon with no name. Here WalletConnect's entry is listed there too. Its view is in `telephone-view.ts`.
 */
export function offerTelephoneLink(words: TelephoneWords): void {
  void onEachElement("w3m-all-wallets-widget", (widget) => ({
    hostUpdated() {
      const row = inside<Row>(widget, "wui-list-wallet");
      if (row?.tagLabel === "0") row.tagLabel = "";
    },
  }));
  if (!CoreHelperUtil.isMobile()) return;

  void replaceMethod(ENTRY, "render", (_, render) => {
    // It renders nothing on a telephone.
    const { isMobile } = CoreHelperUtil;
    CoreHelperUtil.isMobile = () => false;
    try {
      return render();
    } finally {
      CoreHelperUtil.isMobile = isMobile;
    }
  });
  void onEachElement(ENTRY, (entry) => ({
    hostUpdated() {
      const row = inside<Row>(entry, "wui-list-wallet");
      // The kit's is "QR code".
      if (row !== null) row.tagLabel = words.tag;
    },
  }));
}
