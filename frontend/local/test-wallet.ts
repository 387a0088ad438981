import type { Eip1193Provider } from "../src/domain/mint/eip1193.ts";
import type { Detail, Transaction } from "./describe-request.ts";
import type { LocalNode } from "./node.ts";
import { codes, ProviderError } from "./provider-error.ts";

/** Approves requests: the wallet's user, or a test. */
export interface Approver {
  /** @returns the chosen account's address, or `null` for a refusal */
  chooseAccount(accounts: readonly Account[], preselected: string): Promise<string | null>;
  confirm(title: string, details: readonly Detail[]): Promise<boolean>;
}

export interface Account {
  readonly address: string;
  readonly label: string;
}

export interface TestWallet extends Eip1193Provider {
  on(event: string, listener: Listener): void;
  removeListener(event: string, listener: Listener): void;
}

type Listener = (payload: unknown) => void;

interface TestWalletOptions {
  readonly chainId: number;
  readonly symbol: string;
  readonly node: LocalNode;
  readonly approver: Approver;
  /** Keeps the connected account over a reload. */
  readonly storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
}

const STORAGE_KEY = "local-test-wallet.account";
const ACCOUNTS = 5;
/** The index of a visitor's account. Account 0 owns the sale. */
const PRESELECTED = 1;

/** Methods that the wallet passes on to the node. */
const READS: ReadonlySet<string> = new Set([
  "eth_blockNumber",
  "eth_call",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getLogs",
  "eth_getStorageAt",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
  "web3_clientVersion",
]);

/** An EIP-1193 wallet with the local node's unlocked accounts. It refuses the same requests as real wallets. */
export function createTestWallet(options: TestWalletOptions): TestWallet {
  const { symbol, approver, storage } = options;
  const ownChain = toHex(options.chainId);
  const knownChains = new Set([ownChain]);
  const listeners = new Map<string, Set<Listener>>();
  let chain = ownChain;
  let account = storage.getItem(STORAGE_KEY);
  let asking = false;
  let answering = true;

  function emit(event: string, payload: unknown): void {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  }

  async function node(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      const result = await options.node(method, params);
      answering = true;
      return result;
    } catch (error) {
      const lost = error instanceof ProviderError && error.code === codes.disconnected;
      if (lost && answering) emit("disconnect", error);
      answering = !lost;
      throw error;
    }
  }

  /** Shows one prompt at a time, as real wallets do. */
  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    if (asking) {
      throw new ProviderError(codes.requestPending, "The wallet already waits for an answer.");
    }
    asking = true;
    try {
      return await question();
    } finally {
      asking = false;
    }
  }

  async function confirm(title: string, details: readonly Detail[]): Promise<void> {
    if (!(await ask(() => approver.confirm(title, details)))) throw rejection();
  }

  async function connect(): Promise<void> {
    const chosen = await ask(async () => {
      const accounts = await readAccounts(node, symbol);
      return approver.chooseAccount(
        accounts,
        account ?? (accounts[PRESELECTED] ?? accounts[0])?.address ?? "",
      );
    });
    if (chosen === null) throw rejection();
    if (chosen === account) return;
    const first = account === null;
    account = chosen;
    storage.setItem(STORAGE_KEY, chosen);
    if (first) emit("connect", { chainId: chain });
    emit("accountsChanged", [chosen]);
  }

  function disconnect(): void {
    if (account === null) return;
    account = null;
    storage.removeItem(STORAGE_KEY);
    emit("accountsChanged", []);
  }

  function moveTo(chainId: string): void {
    chain = chainId;
    emit("chainChanged", chainId);
  }

  function assertConnected(address: unknown): void {
    if (account === null || !isSameAddress(address, account)) {
      throw new ProviderError(codes.unauthorized, "The page is not connected to this account.");
    }
  }

  function assertOwnChain(): void {
    if (chain !== ownChain) {
      throw new ProviderError(
        codes.chainDisconnected,
        `The test wallet is on chain ${chain} and has a node for ${ownChain} only.`,
      );
    }
  }

  const permissions = () =>
    account === null
      ? []
      : [
          {
            invoker: location.origin,
            parentCapability: "eth_accounts",
            caveats: [{ type: "restrictReturnedAccounts", value: [account] }],
          },
        ];

  async function sendTransaction([param]: readonly unknown[]): Promise<unknown> {
    const transaction = asTransaction(param);
    assertConnected(transaction.from);
    assertOwnChain();
    const nodeChain = await node("eth_chainId", []);
    for (const other of [nodeChain, transaction.chainId ?? ownChain]) {
      if (asChainId(other) !== ownChain) {
        throw new ProviderError(
          codes.chainDisconnected,
          `This is for chain ${String(other)}, and the wallet is on ${ownChain}.`,
        );
      }
    }
    const { describeTransaction } = await import("./describe-request.ts");
    await confirm("Send this transaction?", describeTransaction(transaction, symbol));
    return node("eth_sendTransaction", [transaction]);
  }

  const handlers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    async eth_requestAccounts() {
      if (account === null) await connect();
      return [account];
    },
    eth_accounts: () => (account === null ? [] : [account]),
    eth_chainId: () => chain,
    net_version: () => String(Number(chain)),

    eth_sendTransaction: sendTransaction,

    async personal_sign([message, address]) {
      assertConnected(address);
      assertOwnChain();
      const { describeMessage } = await import("./describe-request.ts");
      await confirm("Sign this message?", [
        { label: "Account", value: String(address) },
        { label: "Message", value: describeMessage(String(message)) },
      ]);
      return node("personal_sign", [message, address]);
    },

    async eth_signTypedData_v4([address, typedData]) {
      assertConnected(address);
      assertOwnChain();
      const data = asTypedData(typedData);
      await confirm("Sign this data?", [
        { label: "Account", value: String(address) },
        { label: "Data", value: JSON.stringify(data, null, 2) },
      ]);
      return node("eth_signTypedData_v4", [address, data]);
    },

    async wallet_switchEthereumChain([param]) {
      const chainId = asChainId(asRecord(param).chainId);
      if (!knownChains.has(chainId)) {
        throw new ProviderError(codes.unknownChain, `The wallet does not know chain ${chainId}.`);
      }
      if (chainId === chain) return null;
      await confirm("Switch the network?", [
        { label: "From chain", value: String(Number(chain)) },
        { label: "To chain", value: String(Number(chainId)) },
      ]);
      moveTo(chainId);
      return null;
    },

    /** Accepts any chain, even without a node, because developers need to see the page on a wrong network. */
    async wallet_addEthereumChain([param]) {
      const { chainId: id, chainName } = asRecord(param);
      const chainId = asChainId(id);
      if (chainId === chain) return null;
      await confirm("Add this network and switch to it?", [
        { label: "Name", value: String(chainName ?? "Unnamed") },
        { label: "Chain", value: String(Number(chainId)) },
      ]);
      knownChains.add(chainId);
      moveTo(chainId);
      return null;
    },

    wallet_getPermissions: permissions,
    async wallet_requestPermissions([param]) {
      if (!("eth_accounts" in asRecord(param))) {
        throw new ProviderError(codes.invalidParams, "The wallet grants eth_accounts only.");
      }
      await connect();
      return permissions();
    },
    wallet_revokePermissions() {
      disconnect();
      return null;
    },
    wallet_getCapabilities([address]) {
      assertConnected(address);
      return {};
    },
  };

  return {
    async request({ method, params = [] }) {
      if (Object.hasOwn(handlers, method)) return handlers[method]?.(params);
      if (!READS.has(method)) {
        throw new ProviderError(codes.unsupported, `The test wallet has no method ${method}.`);
      }
      assertOwnChain();
      return node(method, params);
    },
    on(event, listener) {
      const present = listeners.get(event) ?? new Set();
      listeners.set(event, present.add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
  };
}

async function readAccounts(node: LocalNode, symbol: string): Promise<Account[]> {
  const addresses = (await node("eth_accounts", [])) as readonly string[];
  const { describeBalance } = await import("./describe-request.ts");
  return Promise.all(
    addresses.slice(0, ACCOUNTS).map(async (address, i) => {
      const balance = describeBalance(await node("eth_getBalance", [address, "latest"]), symbol);
      return { address, label: `Account ${i}${i === 0 ? ", owner of the sale" : ""} (${balance})` };
    }),
  );
}

function rejection(): ProviderError {
  return new ProviderError(codes.rejected, "The request was rejected in the test wallet.");
}

function invalidParams(message: string): ProviderError {
  return new ProviderError(codes.invalidParams, message);
}

function asRecord(param: unknown): Readonly<Record<string, unknown>> {
  if (typeof param !== "object" || param === null) throw invalidParams("An object is expected.");
  return param as Record<string, unknown>;
}

function asTransaction(param: unknown): Transaction {
  const transaction = asRecord(param);
  for (const [name, value] of Object.entries(transaction)) {
    // Every field but the access list is a string.
    if (name !== "accessList" && value !== undefined && !isHex(value)) {
      throw invalidParams(`The transaction's ${name} is not hexadecimal.`);
    }
  }
  if (transaction.from === undefined) throw invalidParams("The transaction has no sender.");
  return transaction as unknown as Transaction;
}

/** Libraries send typed data as JSON text or as an object. */
function asTypedData(param: unknown): unknown {
  if (typeof param !== "string") return asRecord(param);
  try {
    return JSON.parse(param);
  } catch {
    throw invalidParams("The typed data is not JSON.");
  }
}

/** "0x01" and "0x1" are the same chain. */
function asChainId(value: unknown): string {
  if (!isHex(value) || value === "0x") throw invalidParams("The chain id is not hexadecimal.");
  return toHex(Number(value));
}

function isHex(value: unknown): value is string {
  return typeof value === "string" && /^0x[0-9a-f]*$/i.test(value);
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}

function isSameAddress(address: unknown, account: string): boolean {
  return typeof address === "string" && address.toLowerCase() === account.toLowerCase();
}
