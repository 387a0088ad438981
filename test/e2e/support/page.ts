import { expect, type Locator, type Page } from "@playwright/test";

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

  async connectWith(walletName: string): Promise<void> {
    await this.connect.click();
    await this.page.getByText(walletName).first().click();
  }

  async showWallets(): Promise<void> {
    await this.connect.click();
    await expect(this.page.getByRole("alertdialog").getByText("All Wallets")).toBeVisible();
  }

  async openQrCode(): Promise<string> {
    await this.connect.click();
    return await this.readQrCode();
  }

  /** Call it while the list of wallets is open. */
  async readQrCode(): Promise<string> {
    await this.page.getByRole("button", { name: /^WalletConnect/ }).click();
    const code = this.page.locator("wui-qr-code");
    await expect(code).toBeVisible();
    return await code.evaluate((element: Element & { uri?: string }) => element.uri ?? "");
  }

  async disconnect(): Promise<void> {
    await this.showAccount();
    await this.page.getByText("Disconnect", { exact: true }).click();
  }

  async showAccount(): Promise<void> {
    await this.page.getByRole("button", { name: "Manage wallet" }).click();
  }
}
