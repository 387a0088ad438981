import { ModalController, RouterController, SnackController } from "@reown/appkit-controllers";

const IN_LIST = ["Connect", "ConnectingExternal"];

/**
 * AppKit 1.7.4 loads all views of its dialog before it shows the first one. This class loads only
 * the wallet list's views early. AppKit renders a missing view as an empty element, which the
 * browser fills later. If a view does not load, the dialog shows an error and goes back.
 */
export class LateViews {
  readonly #load: () => Promise<unknown>;
  readonly #failure: string;
  #loading: Promise<unknown> | null = null;

  /** @param failure the dialog's message if the views can't be loaded */
  constructor(load: () => Promise<unknown>, failure: string) {
    this.#load = load;
    this.#failure = failure;
    const show = () => void this.#show();
    RouterController.subscribeKey("view", show);
    ModalController.subscribeKey("open", show);
  }

  /** @throws if the views can't be loaded; the next call tries again */
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
