import { expect, type Locator, type Page } from "@playwright/test";

/** The mint page's parts, found as a visitor does: by role and text. */
export class MintPageObject {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get quantity(): Locator {
    return this.page.getByRole("spinbutton", { name: "Quantity" });
  }

  get connect(): Locator {
    return this.page.getByRole("button", { name: "Connect Wallet" });
  }

  get mint(): Locator {
    return this.page.getByRole("button", { name: "Mint", exact: true });
  }

  get error(): Locator {
    return this.page.getByRole("alert");
  }

  get success(): Locator {
    return this.page.getByRole("status");
  }

  /** Connects through the kit's own modal. */
  async connectWith(walletName: string): Promise<void> {
    await this.connect.click();
    await this.page.getByText(walletName).first().click();
  }

  /** Opens the kit's list of wallets. */
  async showWallets(): Promise<void> {
    await this.connect.click();
    await expect(this.page.getByRole("alertdialog").getByText("All Wallets")).toBeVisible();
  }

  /** Opens the kit's QR code. @returns its text, as a telephone reads it */
  async openQrCode(): Promise<string> {
    await this.connect.click();
    return await this.readQrCode();
  }

  /** The same from the kit's list of wallets, when that is shown. */
  async readQrCode(): Promise<string> {
    await this.page.getByRole("button", { name: /^WalletConnect/ }).click();
    const code = this.page.locator("wui-qr-code");
    await expect(code).toBeVisible();
    return await code.evaluate((element: Element & { uri?: string }) => element.uri ?? "");
  }

  /** Disconnects with the kit's button in the account's view. */
  async disconnect(): Promise<void> {
    await this.showAccount();
    await this.page.getByText("Disconnect", { exact: true }).click();
  }

  /** Opens the kit's view of the connected account. */
  async showAccount(): Promise<void> {
    await this.page.getByRole("button", { name: "Manage wallet" }).click();
  }
}
