import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { gotoWithStored, storedConnection } from "../../../../test/e2e/support/connected-page.ts";
import { KitDialog } from "../../../../test/e2e/support/kit-dialog.ts";
import type { EmbeddedWallet } from "../../doubles/embedded-wallet.ts";

export const EMAIL = "ada@example.org";

export class EmbeddedLogin {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, url: string): Promise<EmbeddedLogin> {
    await page.goto(url);
    await new KitDialog(page).open();
    return new EmbeddedLogin(page);
  }

  static async signedIn(
    page: Page,
    url: string,
    embedded: EmbeddedWallet,
    address: string = embedded.signer.address,
  ): Promise<EmbeddedLogin> {
    const login = await EmbeddedLogin.open(page, url);
    await login.submitEmail(EMAIL);
    await login.enterCode(embedded.otp);
    await expect(page.getByText(address)).toBeVisible();
    return login;
  }

  /**
   * Opens the page of a visitor who signed in by email before. Takes half as long as `signedIn`.
   */
  static async remembered(
    page: Page,
    url: string,
    embedded: EmbeddedWallet,
  ): Promise<EmbeddedLogin> {
    embedded.remember(EMAIL);
    const { address } = embedded.signer;
    await gotoWithStored(page, url, {
      ...storedConnection(address, "ID_AUTH"),
      "@appkit-wallet/EMAIL": EMAIL,
      "@appkit-wallet/EMAIL_LOGIN_USED_KEY": "true",
      "@appkit-wallet/LAST_USED_CHAIN_KEY": "1",
    });
    await expect(page.getByText(`Connected as ${address}`)).toBeVisible();
    return new EmbeddedLogin(page);
  }

  get frame(): FrameLocator {
    return this.page.frameLocator("#w3m-iframe");
  }

  /** Waits for the frame's opening animation, because a click during it can miss the button. */
  async decide(answer: "Approve" | "Decline"): Promise<void> {
    await expect(this.page.locator("#w3m-frame-container")).toHaveAttribute("data-ready", "true");
    await this.page
      .locator("#w3m-iframe")
      .evaluate((frame) =>
        Promise.allSettled(frame.getAnimations().map(({ finished }) => finished)),
      );
    await this.frame.getByRole("button", { name: answer }).click();
  }

  get email(): Locator {
    return this.page.getByRole("textbox", { name: "Email" });
  }

  get dialog(): Locator {
    return this.page.locator("w3m-modal wui-card");
  }

  async submitEmail(email: string): Promise<void> {
    await this.email.fill(email);
    await this.email.press("Enter");
  }

  async enterCode(code: string): Promise<void> {
    await this.page.locator("wui-otp input").first().click();
    await this.page.keyboard.type(code);
  }

  async back(): Promise<void> {
    await this.page.locator("w3m-header #dynamic").click();
  }

  /** Clears a wrong code first, because typing over it submits a mixture of both codes. */
  async clearCode(): Promise<void> {
    await this.page.locator("wui-otp input").last().focus();
    for (let box = 0; box < 6; box += 1) {
      await this.page.keyboard.press("Backspace");
      await this.page.keyboard.press("Backspace");
    }
  }

  async openProfile(): Promise<void> {
    await this.page.getByRole("button", { name: "Manage wallet" }).click();
    await this.page.locator("wui-profile-button").click();
  }

  async openSettings(): Promise<void> {
    await this.openProfile();
    await expect(this.dialog.getByText("Upgrade your wallet")).toBeVisible();
  }
}
