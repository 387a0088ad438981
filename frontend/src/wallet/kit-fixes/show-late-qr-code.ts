/** The entry of the kit's list that leads to the QR code. */
const ENTRY = "w3m-connect-walletconnect-widget";

interface Entry extends HTMLElement {
  render(): unknown;
}

/**
 * Kit 1.7.4 hides this entry when WalletConnect is not ready as the list is drawn, and never shows it again: it draws the
 * entry once more when WalletConnect comes, and leaves it hidden. So it is drawn visible, and hides itself if it must.
 */
export async function showLateQrCode(): Promise<void> {
  const { prototype } = (await customElements.whenDefined(ENTRY)) as { prototype: Entry };
  const { render } = prototype;
  prototype.render = function (this: Entry) {
    this.style.removeProperty("display");
    return render.call(this);
  };
}
