import { expect, type Locator, type Page } from "@playwright/test";
import { MintPageObject } from "./page.ts";

/** Moves the pointer, which makes the page create the kit while it is idle. */
export async function createKitAhead(page: Page): Promise<void> {
  await page.mouse.move(20, 20);
  await page.mouse.move(90, 120);
  await expect(page.locator("w3m-modal")).toBeAttached();
}

export class KitDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await new MintPageObject(this.page).connect.click();
    await this.agree();
  }

  get agreement(): Locator {
    return this.page.getByRole("checkbox", { name: /I agree to our terms of service/ });
  }

  async agree(): Promise<void> {
    // The checkbox is invisible, and a link covers the middle of its label.
    await this.page.getByText("I agree to our").click({ position: { x: 10, y: 8 } });
    await expect(this.agreement).toBeChecked();
  }

  async connectWith(walletName: string): Promise<void> {
    await this.open();
    await this.page.getByText(walletName).first().click();
    await this.page.getByRole("button", { name: "Mint", exact: true }).waitFor();
  }
}
