import { expect, type Locator, type Page } from "@playwright/test";
import { parseEther } from "ethers";
import type { ExpectedPurchase } from "../../doubles/wallets/expected-purchase.ts";

/** The price at which the tests' sale is deployed. */
export const PRICE = parseEther("0.05");

export const ONE_TICKET: ExpectedPurchase = { quantity: 1, affiliateCode: null, value: PRICE };

export class MintPageObject {
  readonly page: Page;
  readonly #url: string;

  constructor(page: Page, url = "about:blank") {
    this.page = page;
    this.#url = url;
  }

  async open(query = ""): Promise<void> {
    await this.page.goto(this.#url + query);
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

  /** AppKit's dialog. */
  get dialog(): Locator {
    return this.page.getByRole("alertdialog");
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
    await expect(this.dialog.getByText("All Wallets")).toBeVisible();
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

  /** @param wallet signs only the expected purchase */
  async buyOneWith(wallet: { expected: ExpectedPurchase | null }): Promise<void> {
    wallet.expected = ONE_TICKET;
    await this.mint.click();
    await expect(this.success).toContainText("Transaction successful!");
  }

  async disconnect(): Promise<void> {
    await this.showAccount();
    await this.page.getByText("Disconnect", { exact: true }).click();
  }

  async showAccount(): Promise<void> {
    await this.page.getByRole("button", { name: "Manage wallet" }).click();
  }
}
