import { expect, type Page } from "@playwright/test";
// The lab's own names in the browser.
import type {} from "../../../frontend/kit-lab/main.ts";
import type { EmbeddedWallet } from "../standins/embedded-wallet.ts";
import type { KitLab } from "./kit-lab.ts";
import { PROJECT_ID } from "./mainnet-build.ts";

type Options = Parameters<typeof window.kitLab.createAppKit>[0];

/** The lab's page: the kit as a deployer's own code would create it. */
export class KitLabPage {
  readonly page: Page;
  readonly #chainUrl: string;
  readonly #embedded: EmbeddedWallet;

  private constructor(page: Page, chainUrl: string, embedded: EmbeddedWallet) {
    this.page = page;
    this.#chainUrl = chainUrl;
    this.#embedded = embedded;
  }

  static async open(page: Page, { url, chain }: KitLab, embedded: EmbeddedWallet) {
    await page.goto(url);
    return new KitLabPage(page, chain.url, embedded);
  }

  /** Creates the kit for the chain with id 1, with every feature off that is not given. */
  async create(features: Options["features"] = {}): Promise<void> {
    await this.page.evaluate(
      ({ chainUrl, projectId, given }) => {
        const { createAppKit, EthersAdapter, networks } = window.kitLab;
        window.appKit = createAppKit({
          adapters: [new EthersAdapter() as NonNullable<Options["adapters"]>[number]],
          networks: [networks.mainnet],
          customRpcUrls: { "eip155:1": [{ url: chainUrl }] },
          projectId,
          metadata: {
            name: "Kit lab",
            description: "",
            url: location.origin,
            icons: [`${location.origin}/icon.svg`],
          },
          enableCoinbase: false,
          features: {
            email: false,
            socials: false,
            swaps: false,
            onramp: false,
            analytics: false,
            ...given,
          },
        });
      },
      { chainUrl: this.#chainUrl, projectId: PROJECT_ID, given: features },
    );
  }

  /** Creates the kit for a visitor who signed in by email on an earlier visit. */
  async createSignedIn(email = "ada@example.org"): Promise<void> {
    this.#embedded.remember(email);
    await this.page.evaluate(() =>
      localStorage.setItem("@appkit-wallet/EMAIL_LOGIN_USED_KEY", "true"),
    );
    await this.create({ email: true });
    await expect
      .poll(() => this.page.evaluate(() => window.appKit.getAccount("eip155")?.address ?? null))
      .not.toBeNull();
  }
}
