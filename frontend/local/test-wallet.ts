import type { Eip1193Provider } from "../src/domain/mint/eip1193.ts";
import type { Detail, Transaction } from "./describe-request.ts";
import type { LocalNode } from "./node.ts";
import { codes, ProviderError } from "./provider-error.ts";
import {
  type AccountStorage,
  createSession,
  type Listener,
  type Session,
  toHex,
} from "./session.ts";

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

interface TestWalletOptions {
  readonly chainId: number;
  readonly symbol: string;
  readonly node: LocalNode;
  readonly approver: Approver;
  /** Keeps the connected account over a reload. */
  readonly storage: AccountStorage;
}

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

type Handlers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>;

/** An EIP-1193 wallet with the local node's unlocked accounts. It refuses the same requests as real wallets. */
export function createTestWallet(options: TestWalletOptions): TestWallet {
  const session = createSession(options.chainId, options.storage);
  const node = watched(options.node, session);
  const prompts = createPrompts(options.approver);
  const handlers: Handlers = {
    ...accountHandlers(options, session, node, prompts),
    ...signingHandlers(options.symbol, session, node, prompts),
    ...networkHandlers(session, prompts),
  };
  return {
    async request({ method, params = [] }) {
      if (Object.hasOwn(handlers, method)) return handlers[method]?.(params);
      if (!READS.has(method)) {
        throw new ProviderError(codes.unsupported, `The test wallet has no method ${method}.`);
      }
      session.assertOwnChain();
      return node(method, params);
    },
    on: session.on,
    removeListener: session.removeListener,
  };
}

/** Reports once that the node does not answer, until it answers again. */
function watched(node: LocalNode, { emit }: Session): LocalNode {
  let answering = true;
  return async (method, params) => {
    try {
      const result = await node(method, params);
      answering = true;
      return result;
    } catch (error) {
      const lost = error instanceof ProviderError && error.code === codes.disconnected;
      if (lost && answering) emit("disconnect", error);
      answering = !lost;
      throw error;
    }
  };
}

type Prompts = ReturnType<typeof createPrompts>;

/** Shows one prompt at a time, as real wallets do. */
function createPrompts(approver: Approver) {
  let asking = false;

  async function ask<Answer>(question: () => Promise<Answer | null>): Promise<Answer> {
    if (asking) {
      throw new ProviderError(codes.requestPending, "The wallet already waits for an answer.");
    }
    asking = true;
    try {
      const answer = await question();
      if (answer !== null) return answer;
    } finally {
      asking = false;
    }
    throw new ProviderError(codes.rejected, "The request was rejected in the test wallet.");
  }

  return {
    ask,
    async confirm(title: string, details: readonly Detail[]): Promise<void> {
      await ask(async () => (await approver.confirm(title, details)) || null);
    },
  };
}

function accountHandlers(
  { approver, symbol }: TestWalletOptions,
  session: Session,
  node: LocalNode,
  { ask }: Prompts,
): Handlers {
  const accounts = () => [session.account() ?? []].flat();

  async function connect(): Promise<void> {
    const chosen = await ask(async () => {
      const offered = await readAccounts(node, symbol);
      const preselected = session.account() ?? (offered[PRESELECTED] ?? offered[0])?.address ?? "";
      return approver.chooseAccount(offered, preselected);
    });
    session.choose(chosen);
  }

  const permissions = () =>
    accounts().map((account) => ({
      invoker: location.origin,
      parentCapability: "eth_accounts",
      caveats: [{ type: "restrictReturnedAccounts", value: [account] }],
    }));

  return {
    async eth_requestAccounts() {
      if (session.account() === null) await connect();
      return accounts();
    },
    eth_accounts: accounts,
    wallet_getPermissions: permissions,
    async wallet_requestPermissions([param]) {
      if (!("eth_accounts" in asRecord(param))) {
        throw new ProviderError(codes.invalidParams, "The wallet grants eth_accounts only.");
      }
      await connect();
      return permissions();
    },
    wallet_revokePermissions() {
      session.choose(null);
      return null;
    },
    wallet_getCapabilities([address]) {
      session.assertConnected(address);
      return {};
    },
  };
}

function signingHandlers(
  symbol: string,
  { ownChain, assertConnected, assertOwnChain }: Session,
  node: LocalNode,
  { confirm }: Prompts,
): Handlers {
  return {
    async eth_sendTransaction([param]) {
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
    },

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
  };
}

function networkHandlers({ ownChain, chain, moveTo }: Session, { confirm }: Prompts): Handlers {
  const knownChains = new Set([ownChain]);
  return {
    eth_chainId: chain,
    net_version: () => String(Number(chain())),

    async wallet_switchEthereumChain([param]) {
      const chainId = asChainId(asRecord(param).chainId);
      if (!knownChains.has(chainId)) {
        throw new ProviderError(codes.unknownChain, `The wallet does not know chain ${chainId}.`);
      }
      if (chainId === chain()) return null;
      await confirm("Switch the network?", [
        { label: "From chain", value: String(Number(chain())) },
        { label: "To chain", value: String(Number(chainId)) },
      ]);
      moveTo(chainId);
      return null;
    },

    /** Accepts any chain, even without a node, because developers need to see the page on a wrong network. */
    async wallet_addEthereumChain([param]) {
      const { chainId: id, chainName } = asRecord(param);
      const chainId = asChainId(id);
      if (chainId === chain()) return null;
      await confirm("Add this network and switch to it?", [
        { label: "Name", value: String(chainName ?? "Unnamed") },
        { label: "Chain", value: String(Number(chainId)) },
      ]);
      knownChains.add(chainId);
      moveTo(chainId);
      return null;
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
