import type { Purchaser } from "../../chain/purchase/purchase.ts";
import type { ConfirmedSale } from "../../chain/sale/confirm-sale.ts";
import type { SaleQuery } from "../../chain/sale/reader.ts";
import type { Eip1193Provider } from "../../domain/eip1193.ts";
import { codeOf } from "../../domain/link.ts";
import { MintError, type MintFailure, type Refusal } from "../../domain/mint-failure.ts";
import type { Order, ShownOrder } from "../../domain/order.ts";
import type { PendingPurchase, Sale } from "../../domain/sale.ts";
import { remainingTickets } from "../../domain/supply.ts";
import type { Wallet } from "../../wallet/wallet.ts";

/** What the flow needs of the world. */
export interface MintPorts {
  readonly chainId: number;
  readonly wallet: Pick<Wallet, "getState" | "getProvider">;
  readonly loadPurchaser: () => Promise<Purchaser>;
  /** Asks two endpoints, where there are two. @throws {MintError} if they disagree; anything else if none answers */
  readonly readConfirmedSale: (query: SaleQuery, signal: AbortSignal) => Promise<ConfirmedSale>;
}

/** A wallet that has not answered a question it needs no owner for is not going to. */
const WALLET_ANSWER_MS = 10_000;

/**
 * One purchase, from the press until the wallet has sent it. The checks come in the order of conformance row P-19;
 * nothing is sent before all have passed.
 * @param order what the page showed when Mint was pressed
 * @param onSale told of the sale as it was read on the way, so that the page shows the newest figures
 * @param onChecked told when the wallet is about to be asked
 * @throws {MintError} if nothing was sent, as far as the wallet tells
 */
export async function mintTicket(
  ports: MintPorts,
  order: ShownOrder,
  onSale: (sale: Sale) => void,
  onChecked: () => void,
  signal: AbortSignal,
): Promise<PendingPurchase> {
  const { address, provider } = await checkWallet(ports);
  await checkNetwork(provider, ports.chainId);
  const checked = await checkOrder(ports, order, onSale, signal);
  const purchaser = await load(ports.loadPurchaser);
  const prepared = await purchaser.prepare(checked.order, address, checked.confirmed);
  await checkUnchanged(ports, address, provider);
  signal.throwIfAborted();

  onChecked();
  return await purchaser.send(prepared, provider);
}

/** Preparing takes a moment, in which a visitor can change account or network. */
async function checkUnchanged(ports: MintPorts, address: string, provider: Eip1193Provider) {
  await checkNetwork(provider, ports.chainId);
  const now = await checkWallet(ports);
  if (now.address !== address) {
    throw new MintError({ reason: "accountChanged" });
  }
}

async function checkWallet({ wallet }: MintPorts) {
  const state = wallet.getState();
  if (state.status !== "connected") throw new MintError({ reason: "notConnected" });
  const provider = wallet.getProvider();
  if (provider === null) throw new MintError({ reason: "noProvider" });
  // The page may not have heard yet that the wallet was locked or that its permission was revoked.
  const accounts = await ask(provider, "eth_accounts");
  const holdsAddress =
    Array.isArray(accounts) &&
    accounts.some((account) => String(account).toLowerCase() === state.address.toLowerCase());
  if (!holdsAddress) throw new MintError({ reason: "notConnected" });
  return { address: state.address, provider };
}

async function checkNetwork(provider: Eip1193Provider, chainId: number) {
  // Most wallets answer with hex, some with a decimal string or a number; `Number` reads all three.
  if (Number(await ask(provider, "eth_chainId")) !== chainId) {
    throw new MintError({ reason: "wrongNetwork" });
  }
}

async function checkOrder(
  { readConfirmedSale }: MintPorts,
  { quantity, affiliate, payable }: ShownOrder,
  onSale: (sale: Sale) => void,
  signal: AbortSignal,
): Promise<{ readonly order: Order; readonly confirmed: ConfirmedSale }> {
  if (affiliate.kind === "malformed") throw new MintError({ reason: "inactiveAffiliate" });
  let confirmed: ConfirmedSale | null = null;
  try {
    confirmed = await readConfirmedSale({ quantity, affiliateCode: codeOf(affiliate) }, signal);
    onSale(confirmed.sale);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MintError) throw error;
    console.warn("The sale could not be read", error);
  }
  const sale = confirmed?.sale;
  if (sale?.affiliateActive === false) throw new MintError({ reason: "inactiveAffiliate" });
  if (payable === null || payable === 0n) throw new MintError({ reason: "invalidAmount" });
  if (confirmed === null || sale === undefined) {
    throw new MintError({ reason: "endpointsSilent" });
  }
  if (sale.quote.payable !== payable) {
    throw refused({ kind: "priceChanged", price: sale.quote.payable });
  }
  if (sale.paused) throw refused({ kind: "salePaused" });
  const remaining = remainingTickets(sale.totalSupply);
  if (remaining < BigInt(quantity)) throw refused({ kind: "tooFewLeft", remaining });
  return { order: { quantity, affiliate, payable }, confirmed };
}

async function load(loadPurchaser: MintPorts["loadPurchaser"]): Promise<Purchaser> {
  try {
    return await loadPurchaser();
  } catch (error) {
    console.warn("The code that sends transactions could not be loaded", error);
    throw new MintError({ reason: "partNotLoaded" });
  }
}

async function ask(provider: Eip1193Provider, method: string): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MintError({ reason: "walletSilent" })), WALLET_ANSWER_MS);
  });
  try {
    return await Promise.race([provider.request({ method }), silence]);
  } catch (error) {
    if (error instanceof MintError) throw error;
    console.warn(`The wallet refused ${method}`, error);
    throw new MintError({ reason: "walletSilent" });
  } finally {
    clearTimeout(timer);
  }
}

function refused(refusal: Refusal): MintError {
  return new MintError({ reason: "refused", refusal });
}

/** What a mint that has thrown is told as. */
export function failureOf(error: unknown): MintFailure {
  if (error instanceof MintError) return error.failure;
  console.warn("The mint failed unexpectedly", error);
  return { reason: "unexpected" };
}
