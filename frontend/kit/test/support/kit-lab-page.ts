import { expect, type Page } from "@playwright/test";
import { InjectedWallet } from "../../../../test/doubles/wallets/injected-wallet.ts";
import type { Chain } from "../../../../test/e2e/support/chain.ts";
import { PROJECT_ID } from "../../../../test/e2e/support/mainnet-build.ts";
import type { EmbeddedWallet } from "../../doubles/embedded-wallet.ts";
import type {} from "../../lab/main.ts";
import { EmbeddedLogin } from "./embedded-login.ts";
import type { KitLab } from "./kit-lab.ts";

type Options = Parameters<typeof window.kitLab.createAppKit>[0];

interface Choices {
  readonly features?: NonNullable<Options["features"]>;
  /** Keyed by AppKit's export names. The test's chain replaces `mainnet`. */
  readonly networks?: readonly ("mainnet" | "polygon" | "base" | "solana")[];
  /** Whether a connected wallet must sign in; `null` for no sign-in. */
  readonly signIn?: { readonly required: boolean } | null;
  readonly options?: Pick<
    Options,
    "enableNetworkSwitch" | "allowUnsupportedChain" | "chainImages"
  > & {
    readonly basic?: boolean;
  };
}

export class KitLabPage {
  readonly page: Page;
  readonly chain: Chain;
  readonly #embedded: EmbeddedWallet;

  private constructor(page: Page, chain: Chain, embedded: EmbeddedWallet) {
    this.page = page;
    this.chain = chain;
    this.#embedded = embedded;
  }

  static async open(page: Page, { url, chain }: KitLab, embedded: EmbeddedWallet) {
    await page.goto(url);
    return new KitLabPage(page, chain, embedded);
  }

  async create(given: Choices = {}): Promise<void> {
    const { features = {}, networks = ["mainnet"], signIn = null, options = {} } = given;
    await this.page.evaluate(
      (choices) => {
        const lab = window.kitLab;
        const [first, ...others] = choices.networks.map((name) => lab.networks[name]);
        if (first === undefined) throw new Error("No network");
        window.appKit = lab.createAppKit({
          adapters: [new lab.EthersAdapter() as NonNullable<Options["adapters"]>[number]],
          networks: [first, ...others] as Options["networks"],
          customRpcUrls: { "eip155:1": [{ url: choices.chainUrl }] },
          projectId: choices.projectId,
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
            ...choices.features,
          },
          ...(choices.signIn !== null && { siwx: lab.localSignIn(choices.signIn) }),
          ...choices.options,
        });
      },
      { chainUrl: this.chain.url, projectId: PROJECT_ID, features, networks, signIn, options },
    );
  }

  async createSignedIn(choices: Choices = {}): Promise<void> {
    await this.create({ ...choices, features: { email: true } });
    await this.page.evaluate(() => window.appKit.open({ view: "Connect" }));
    const login = new EmbeddedLogin(this.page);
    await login.submitEmail("ada@example.org");
    await login.enterCode(this.#embedded.otp);
    await this.#connected(this.#embedded.accountAddress);
    if (choices.signIn === undefined) await expect(login.dialog).toBeHidden();
  }

  async announceInjected(): Promise<InjectedWallet> {
    const wallet = await InjectedWallet.install(this.page, this.chain, { chainId: 1 });
    await this.page.reload();
    return wallet;
  }

  async connectInjected(choices: Choices = {}): Promise<InjectedWallet> {
    const wallet = await this.announceInjected();
    await this.create(choices);
    await this.page.evaluate(() => window.appKit.open({ view: "Connect" }));
    await this.page.getByText(wallet.name).click();
    await this.#connected(wallet.address);
    return wallet;
  }

  async #connected(address: string): Promise<void> {
    await expect
      .poll(() =>
        this.page.evaluate(() => {
          const { address, status } = window.appKit.getAccount("eip155") ?? {};
          return { address, status };
        }),
      )
      .toEqual({ address, status: "connected" });
  }
}
