import type { AssessedOrder, PreparedPurchase, Purchaser } from "../../chain/purchase/purchase.ts";
import type { Eip1193Provider } from "../../domain/mint/eip1193.ts";
import { MintError, type MintFailure, type Refusal } from "../../domain/mint/mint-failure.ts";
import { type Order, type ShownOrder, sellable } from "../../domain/order/order.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { remainingTickets } from "../../domain/order/supply.ts";
import { checkAborted } from "../../platform/check-aborted.ts";
import { withLinkedController } from "../../platform/linked-controller.ts";
import type { Wallet } from "../../wallet/wallet.ts";

export interface MintPorts {
  readonly chainId: number;
  readonly wallet: Pick<Wallet, "getState" | "getProvider">;
  readonly loadPurchaser: () => Promise<Purchaser>;
}

/** A wallet answers these requests without asking its owner. */
const WALLET_ANSWER_MS = 10_000;

export interface AskedWallet {
  /** The transaction's hash. Rejects with a `MintError` for any other answer. */
  readonly answer: Promise<string>;
}

/**
 * Asks the wallet and the endpoints at the same time. Reports the first failure in the order of
 * P-19. @throws {MintError} if the wallet was not asked
 */
export async function mintTicket(
  ports: MintPorts,
  order: ShownOrder,
  onSale: (sale: Sale) => void,
  onAsk: (prepared: PreparedPurchase) => void,
  signal: AbortSignal,
): Promise<AskedWallet> {
  const { address, provider } = connected(ports);
  return await withLinkedController(signal, async (asking) => {
    const assessing = assess(ports, order, address, asking.signal);
    // Prevents an unhandled rejection. The code below handles the failure after the wallet's
    // answer.
    assessing.catch(() => undefined);
    try {
      await checkWallet(provider, address, ports.chainId);
      const { purchaser, assessed } = await assessing;
      if (assessed !== null) onSale(assessed.sale);
      const checked = checkOrder(order, assessed);
      const prepared = await purchaser.prepare(checked.order, address, checked.assessed);
      await checkUnchanged(ports, address, provider);
      checkAborted(signal);

      onAsk(prepared);
      return { answer: purchaser.send(prepared, provider) };
    } finally {
      asking.abort();
    }
  });
}

function connected({ wallet }: MintPorts) {
  const state = wallet.getState();
  if (state.status !== "connected") throw new MintError({ reason: "notConnected" });
  const provider = wallet.getProvider();
  if (provider === null) throw new MintError({ reason: "noProvider" });
  return { address: state.address, provider };
}

async function checkWallet(provider: Eip1193Provider, address: string, chainId: number) {
  const accountsAnswer = ask(provider, "eth_accounts");
  const chainAnswer = ask(provider, "eth_chainId");
  chainAnswer.catch(() => undefined);
  // A wallet may lock without an event.
  const accounts = await accountsAnswer;
  const holdsAddress =
    Array.isArray(accounts) &&
    accounts.some((account) => String(account).toLowerCase() === address.toLowerCase());
  if (!holdsAddress) throw new MintError({ reason: "notConnected" });
  // Most wallets answer in hex, some with a decimal string or a number. `Number` reads all three.
  if (Number(await chainAnswer) !== chainId) throw new MintError({ reason: "wrongNetwork" });
}

async function checkUnchanged(ports: MintPorts, address: string, provider: Eip1193Provider) {
  await checkWallet(provider, connected(ports).address, ports.chainId);
  // The account may also have changed during the wallet's answers.
  if (connected(ports).address !== address) throw new MintError({ reason: "accountChanged" });
}

async function assess(
  { loadPurchaser }: MintPorts,
  order: ShownOrder,
  buyer: string,
  signal: AbortSignal,
): Promise<{ readonly purchaser: Purchaser; readonly assessed: AssessedOrder | null }> {
  if (order.affiliate.kind === "malformed") throw new MintError({ reason: "inactiveAffiliate" });
  const purchaser = await loadPurchaser().catch((error: unknown) => {
    console.warn("The code that sends transactions could not be loaded", error);
    throw new MintError({ reason: "partNotLoaded" });
  });
  try {
    return { purchaser, assessed: await purchaser.assess(order, buyer, signal) };
  } catch (error) {
    if (error instanceof MintError || signal.aborted) throw error;
    console.warn("The sale could not be read", error);
    return { purchaser, assessed: null };
  }
}

function checkOrder(
  shown: ShownOrder,
  assessed: AssessedOrder | null,
): { readonly order: Order; readonly assessed: AssessedOrder } {
  if (assessed?.sale.affiliateActive === false) {
    throw new MintError({ reason: "inactiveAffiliate" });
  }
  const order = sellable(shown);
  if (order === null || order.payable === 0n) throw new MintError({ reason: "invalidAmount" });
  if (assessed === null) {
    throw new MintError({ reason: navigator.onLine === false ? "offline" : "endpointsSilent" });
  }
  const { sale } = assessed;
  if (sale.quote.payable !== order.payable) {
    throw refused({ kind: "priceChanged", price: sale.quote.payable });
  }
  if (sale.paused) throw refused({ kind: "salePaused" });
  const remaining = remainingTickets(sale.totalSupply);
  if (remaining < BigInt(order.quantity)) throw refused({ kind: "tooFewLeft", remaining });
  return { order, assessed };
}

function ask(provider: Eip1193Provider, method: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new MintError({ reason: "walletSilent" }));
    const timer = setTimeout(refuse, WALLET_ANSWER_MS);
    const request = async () => provider.request({ method });
    const onError = (error: unknown) => {
      console.warn(`The wallet refused ${method}`, error);
      refuse();
    };
    void request()
      .then(resolve, onError)
      .finally(() => clearTimeout(timer));
  });
}

function refused(refusal: Refusal): MintError {
  return new MintError({ reason: "refused", refusal });
}

export function failureOf(error: unknown): MintFailure {
  if (error instanceof MintError) return error.failure;
  console.warn("The mint failed unexpectedly", error);
  return { reason: "unexpected" };
}
