import { CoreHelperUtil } from "@reown/appkit-controllers";
import { inside, onEachElement, replaceMethod } from "./each-element.ts";

export interface TelephoneWords {
  readonly tag: string;
}

const ENTRY = "w3m-connect-walletconnect-widget";

interface Row extends HTMLElement {
  tagLabel?: string;
}

/**
 * On a phone AppKit 1.7.4 offers only wallets from its provider's directory. This adds an entry for
 * WalletConnect, because the directory may be missing.
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
      if (row !== null) row.tagLabel = words.tag;
    },
  }));
}
