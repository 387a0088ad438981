/** Parts of the kit's dialog that never end their subscriptions, or not those of the class that they extend. */
const UNENDING = [
  "w3m-header",
  "w3m-connecting-header",
  "w3m-connecting-external-view",
  "w3m-connect-recent-widget",
  "w3m-connect-recommended-widget",
  "w3m-account-view",
];

/** What Lit gives every element, and the kit these. */
interface KitElement extends HTMLElement {
  readonly unsubscribe: (() => void)[];
  /** The connecting view runs these, and not what Lit and its base class would do. */
  readonly externalViewUnsubscribe?: (() => void)[];
  addController(controller: { hostConnected(): void; hostDisconnected(): void }): void;
}

type KitElementClass = CustomElementConstructor & {
  addInitializer(initializer: (element: KitElement) => void): void;
};

/**
 * Through what its parts leave subscribed, kit 1.7.4 keeps every dialog that was ever open: some 700 nodes and 125 kB at
 * each opening, measured. They are ended here when the dialog closes.
 */
export function releaseClosedViews(): void {
  for (const name of UNENDING) {
    // The kit brings its views when it is created, or as it shows them.
    void customElements.whenDefined(name).then((elementClass) => {
      (elementClass as KitElementClass).addInitializer((element) => {
        const end = () => {
          for (const unsubscribe of element.unsubscribe.splice(0)) unsubscribe();
        };
        element.addController({
          hostConnected: () => element.externalViewUnsubscribe?.push(end),
          hostDisconnected: end,
        });
      });
    });
  }
}
