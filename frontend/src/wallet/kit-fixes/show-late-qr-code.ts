/** The entry of the kit's list that leads to the QR code. */
const ENTRY = "w3m-connect-walletconnect-widget";

interface Entry extends HTMLElement {
  render(): unknown;
}

/**
 * Kit 1.7.4 hides this entry if WalletConnect is not ready when the list is rendered, and leaves it hidden when it renders
 * the entry again with WalletConnect. So it is rendered visible, and hides itself if it must.
 */
export async function showLateQrCode(): Promise<void> {
  const { prototype } = (await customElements.whenDefined(ENTRY)) as { prototype: Entry };
  const { render } = prototype;
  prototype.render = function (this: Entry) {
    this.style.removeProperty("display");
    return render.call(this);
  };
}
