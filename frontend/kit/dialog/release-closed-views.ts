import { onEachElement } from "./each-element.ts";

/** Parts of AppKit's dialog that never end all of their subscriptions. */
const UNENDING = [
  "w3m-header",
  "w3m-connecting-header",
  "w3m-connecting-external-view",
  "w3m-connect-recent-widget",
  "w3m-connect-recommended-widget",
  "w3m-account-view",
];

interface View extends HTMLElement {
  readonly unsubscribe: (() => void)[];
  /**
   * The connecting view's `disconnectedCallback` calls only the functions in this list, not the
   * base class's method.
   */
  readonly externalViewUnsubscribe?: (() => void)[];
}

/**
 * AppKit 1.7.4 leaks every dialog (some 700 nodes, 125 kB), because parts stay subscribed. This
 * ends the subscriptions when the dialog closes.
 */
export function releaseClosedViews(): void {
  for (const name of UNENDING) {
    void onEachElement<View>(name, (view) => {
      const end = () => {
        for (const unsubscribe of view.unsubscribe.splice(0)) unsubscribe();
      };
      return {
        hostConnected: () => view.externalViewUnsubscribe?.push(end),
        hostDisconnected: end,
      };
    });
  }
}
