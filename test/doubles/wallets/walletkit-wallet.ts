import { WalletKit, type WalletKitTypes } from "@reown/walletkit";
import { Core } from "@walletconnect/core";
import { buildApprovedNamespaces, getSdkError } from "@walletconnect/utils";
import { getBytes, type HDNodeWallet } from "ethers";
import { account, type Chain } from "../../e2e/support/chain.ts";
import { checkedPurchase, type ExpectedPurchase } from "./expected-purchase.ts";

type WalletKitClient = Awaited<ReturnType<typeof WalletKit.init>>;

const METHODS = [
  "eth_sendTransaction",
  "personal_sign",
  "eth_signTypedData_v4",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
];
const EVENTS = ["chainChanged", "accountsChanged"];

export interface WalletKitOptions {
  readonly relayUrl: string;
  readonly chain: Chain;
  readonly name?: string;
  readonly accountIndex?: number;
  readonly chainIds?: readonly number[];
  readonly methods?: readonly string[];
}

let lastPrefix = 0;

/** The provider's own wallet client. It signs only the purchase that the test expects. */
export class WalletKitWallet {
  readonly kit: WalletKitClient;
  readonly name: string;
  readonly transactionHashes: string[] = [];
  readonly signedMessages: string[] = [];
  readonly requests: WalletKitTypes.SessionRequest[] = [];
  readonly proposals: WalletKitTypes.SessionProposal[] = [];
  readonly authRequests: WalletKitTypes.SessionAuthenticate[] = [];
  readonly deleted: string[] = [];
  expected: ExpectedPurchase | null = null;
  decision: "approve" | "reject" | "ignore" = "approve";
  silent = false;
  readonly failures: unknown[] = [];
  readonly #chain: Chain;
  readonly #signer: HDNodeWallet;
  readonly #chainIds: readonly number[];
  readonly #methods: readonly string[];

  private constructor(kit: WalletKitClient, options: WalletKitOptions) {
    this.kit = kit;
    this.name = kit.metadata.name;
    this.#chain = options.chain;
    this.#signer = account(options.accountIndex ?? 2).connect(options.chain.provider);
    this.#chainIds = options.chainIds ?? [1];
    this.#methods = options.methods ?? METHODS;
    kit.on("session_proposal", (proposal) => {
      this.proposals.push(proposal);
      void this.#decide(proposal).catch((error) => this.failures.push(error));
    });
    kit.on("session_request", (request) => {
      this.requests.push(request);
      if (this.silent) return;
      void this.#respond(request).catch((error) => this.failures.push(error));
    });
    kit.on("session_authenticate", (request) => this.authRequests.push(request));
    kit.on("session_delete", ({ topic }) => this.deleted.push(topic));
  }

  static async create(options: WalletKitOptions): Promise<WalletKitWallet> {
    // Each client gets a prefix, because clients in one process otherwise share their core.
    lastPrefix += 1;
    const core = new Core({
      relayUrl: options.relayUrl,
      projectId: "fedcba9876543210fedcba9876543210",
      storage: memoryStorage(),
      customStoragePrefix: `wallet-${lastPrefix}`,
      telemetryEnabled: false,
      logger: "silent",
    });
    const kit = await WalletKit.init({
      core: core as WalletKitTypes.Options["core"],
      metadata: {
        name: options.name ?? "Pocket Wallet",
        description: "A wallet in a pocket",
        url: "https://wallet.example",
        icons: [],
      },
    });
    return new WalletKitWallet(kit, options);
  }

  get address(): string {
    return this.#signer.address;
  }

  get session() {
    const [session, ...others] = Object.values(this.kit.getActiveSessions());
    if (session === undefined || others.length > 0) throw new Error("Not one session");
    return session;
  }

  get hasSession(): boolean {
    return Object.keys(this.kit.getActiveSessions()).length > 0;
  }

  async pair(uri: string): Promise<void> {
    await this.kit.pair({ uri });
  }

  async disconnect(): Promise<void> {
    const { topic } = this.session;
    await this.kit.disconnectSession({ topic, reason: getSdkError("USER_DISCONNECTED") });
  }

  async close(): Promise<void> {
    this.kit.core.heartbeat.stop();
    await this.kit.core.relayer.transportClose();
  }

  async #decide({ id, params }: WalletKitTypes.SessionProposal): Promise<void> {
    if (this.decision === "ignore") return;
    if (this.decision === "reject") {
      await this.kit.rejectSession({ id, reason: getSdkError("USER_REJECTED") });
      return;
    }
    await this.#approve({ id, params });
  }

  async approve(): Promise<void> {
    const proposal = this.proposals.at(-1);
    if (proposal === undefined) throw new Error("There is no proposal");
    await this.#approve(proposal);
  }

  async answerLast(): Promise<void> {
    const request = this.requests.at(-1);
    if (request === undefined) throw new Error("There is no request");
    await this.#respond(request);
  }

  async #approve({
    id,
    params,
  }: Pick<WalletKitTypes.SessionProposal, "id" | "params">): Promise<void> {
    const chains = this.#chainIds.map((chainId) => `eip155:${chainId}`);
    await this.kit.approveSession({
      id,
      namespaces: buildApprovedNamespaces({
        proposal: params,
        supportedNamespaces: {
          eip155: {
            chains,
            methods: [...this.#methods],
            events: EVENTS,
            accounts: chains.map((chain) => `${chain}:${this.address}`),
          },
        },
      }),
    });
  }

  async #respond({ id, topic, params }: WalletKitTypes.SessionRequest): Promise<void> {
    const answer = await this.#answer(params).catch((error: Error) => ({
      error: { code: 5000, message: error.message },
    }));
    await this.kit.respondSessionRequest({ topic, response: { id, jsonrpc: "2.0", ...answer } });
  }

  async #answer({
    chainId,
    request,
  }: WalletKitTypes.SessionRequest["params"]): Promise<{ result: unknown }> {
    switch (request.method) {
      case "eth_sendTransaction": {
        const [transaction] = request.params;
        if (chainId !== "eip155:1") throw new Error(`Not its chain: ${chainId}`);
        const { hash } = await this.#signer.sendTransaction(
          checkedPurchase(transaction, this.expected, {
            chainId: 1,
            buyer: this.address,
            contract: await this.#chain.ticketAddress(),
          }),
        );
        this.transactionHashes.push(hash);
        return { result: hash };
      }
      case "personal_sign": {
        const [message, signer] = request.params;
        if (signer.toLowerCase() !== this.address.toLowerCase()) throw new Error("Not its account");
        this.signedMessages.push(Buffer.from(getBytes(message)).toString());
        return { result: await this.#signer.signMessage(getBytes(message)) };
      }
      default:
        throw new Error(`This wallet does not do ${request.method}`);
    }
  }
}

function memoryStorage() {
  const items = new Map<string, unknown>();
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async <T>() => [...items] as [string, T][],
    getItem: async <T>(key: string) => items.get(key) as T | undefined,
    setItem: async (key: string, value: unknown) => void items.set(key, value),
    removeItem: async (key: string) => void items.delete(key),
  };
}
