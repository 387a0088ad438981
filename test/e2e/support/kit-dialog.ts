import { expect, type Locator, type Page } from "@playwright/test";
import { MintPageObject } from "./page.ts";

/** The wallet kit's dialog as a person uses it, in a build that asks to agree to terms first. */
export class KitDialog {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens it by the page's own button, and agrees to the terms. */
  async open(): Promise<void> {
    await new MintPageObject(this.page).connect.click();
    await this.agree();
  }

  get agreement(): Locator {
    return this.page.getByRole("checkbox", { name: /I agree to our terms of service/ });
  }

  async agree(): Promise<void> {
    // The box itself is not visible, and in the middle of its words there is a link.
    await this.page.getByText("I agree to our").click({ position: { x: 10, y: 8 } });
    await expect(this.agreement).toBeChecked();
  }

  async connectWith(walletName: string): Promise<void> {
    await this.open();
    await this.page.getByText(walletName).first().click();
    await this.page.getByRole("button", { name: "Mint", exact: true }).waitFor();
  }
}
