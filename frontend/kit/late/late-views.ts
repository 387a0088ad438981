import { ModalController, RouterController, SnackController } from "@reown/appkit-controllers";

/** Those that the list needs: they are there with it. */
const IN_LIST = ["Connect", "ConnectingExternal"];

/**
 * Kit 1.7.4 loads all views of its dialog before it shows the first one. A build has only those of its list of wallets
 * there, and the others in a part of their own. The kit renders a view that is not there yet as an empty element, which the
 * browser fills in once the view is defined. If it can't be had, the dialog says so and goes back.
 */
export class LateViews {
  readonly #load: () => Promise<unknown>;
  readonly #failure: string;
  #loading: Promise<unknown> | null = null;

  /** @param failure what the dialog says if the views can't be had */
  constructor(load: () => Promise<unknown>, failure: string) {
    this.#load = load;
    this.#failure = failure;
    const show = () => void this.#show();
    RouterController.subscribeKey("view", show);
    ModalController.subscribeKey("open", show);
  }

  /** @throws if they can't be had: another call tries again */
  async load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    await this.#loading;
  }

  async #show(): Promise<void> {
    const { view } = RouterController.state;
    if (!ModalController.state.open || IN_LIST.includes(view)) return;
    try {
      await this.load();
    } catch (error) {
      console.warn("A view of the wallet kit could not be loaded", error);
      if (!ModalController.state.open || RouterController.state.view !== view) return;
      SnackController.showError(this.#failure);
      RouterController.goBack();
    }
  }
}
