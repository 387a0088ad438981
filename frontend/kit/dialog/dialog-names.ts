import { inside, onEachElement } from "./each-element.ts";

export interface DialogNames {
  /** The dialog's name in a view without a heading. */
  readonly unnamed: string;
  /** Names of buttons with only an icon, keyed by AppKit's icon name. */
  readonly icons: Readonly<Record<string, string>>;
  /** The name of the switch for certified wallets only. */
  readonly certified: string;
  readonly network: string;
}

interface Header extends HTMLElement {
  readonly headerText?: string;
}

interface IconControl extends HTMLElement {
  readonly icon: string;
  disabled: boolean;
}

interface CertifiedSwitch extends HTMLElement {
  readonly checked?: boolean;
}

/**
 * AppKit 1.7.4 gives no accessible name to its dialog or to controls with only an icon, and keeps a
 * hidden button in the tab order.
 */
export function nameDialog({ unnamed, icons, certified, network }: DialogNames): void {
  void onEachElement<Header>("w3m-header", (header) => ({
    hostUpdated() {
      // AppKit's heading "Connect Wallet" contains two spaces.
      const heading = header.headerText?.replaceAll(/\s+/g, " ").trim() || unnamed;
      header.closest("wui-card")?.setAttribute("aria-label", heading);
      const link = inside<IconControl>(header, "wui-icon-link[data-hidden]");
      if (link !== null) link.disabled = link.dataset.hidden === "true";
    },
  }));
  for (const name of ["wui-icon-link", "wui-input-element"]) {
    void onEachElement<IconControl>(name, (control) => ({
      hostUpdated() {
        const button = inside(control, "button");
        const iconName = icons[control.icon];
        if (iconName === undefined) button?.removeAttribute("aria-label");
        else button?.setAttribute("aria-label", iconName);
      },
    }));
  }
  void onEachElement("wui-select", (select) => ({
    hostUpdated: () => inside(select, "button")?.setAttribute("aria-label", network),
  }));
  void onEachElement<CertifiedSwitch>("wui-certified-switch", (control) => ({
    hostUpdated() {
      const button = inside(control, "button");
      button?.setAttribute("aria-label", certified);
      button?.setAttribute("aria-pressed", String(control.checked === true));
      inside(control, "wui-switch")?.toggleAttribute("inert", true);
    },
  }));
}
