import type { Chain } from "../../networks.ts";
import { fakeSale } from "../../test/doubles/page/fake-ticket.ts";
import type { PreparedPurchase, Purchaser } from "../src/chain/purchase/purchase.ts";
import { saleQuery, type TicketReader } from "../src/chain/sale/reader.ts";
import type { Eip1193Provider } from "../src/domain/mint/eip1193.ts";
import { MintError } from "../src/domain/mint/mint-failure.ts";
import type { MiningNotice } from "../src/domain/mint/mint-state.ts";
import type { Recipients } from "../src/domain/mint/recipient.ts";
import { linkTo } from "../src/domain/order/own-link.ts";
import type { PendingPurchase } from "../src/domain/order/sale.ts";
import type { CheckoutPorts } from "../src/mint/checkout/Checkout.tsx";
import {
  type Intent,
  learnt,
  type PurchaseJournal,
} from "../src/mint/purchases/purchase-journal.ts";
import type { ReadNext } from "../src/mint/tickets/NextTicket.tsx";
import { TicketGallery } from "../src/mint/tickets/TicketGallery.tsx";
import type { Wallet, WalletState } from "../src/wallet/wallet.ts";
import { BUYER, type GalleryState, RECIPIENT, SOLD } from "./states.ts";

const PRICE = 50_000_000_000_000_000n;
const HASH = `0x${"ab12".repeat(16)}`;
/** About 120,000 gas at 1.4 gwei, in wei. */
const FEE = 168_000_000_000_000n;
const ASKING: readonly string[] = ["sending", "sendingLate", "stopped"];

const never = () => new Promise<never>(() => undefined);

export interface Fakes {
  readonly wallet: Wallet;
  readonly reader: TicketReader;
  readonly ports: CheckoutPorts;
  readonly readNext: ReadNext;
}

export function fakesOf(state: GalleryState, { chainId, currency }: Chain): Fakes {
  const walletState: WalletState = state.wallet ?? { status: "asleep" };
  const provider: Eip1193Provider = {
    request: async ({ method }) => {
      if (method === "wallet_watchAsset" && state.walletBusy === true) {
        throw Object.assign(new Error("Locked"), { code: -32002 });
      }
      return method === "eth_accounts" ? [BUYER] : `0x${chainId.toString(16)}`;
    },
  };
  const wallet: Wallet = {
    getState: () => walletState,
    subscribe: () => () => undefined,
    warm: () => undefined,
    connect: never,
    cancelConnect: () => undefined,
    showAccount: never,
    switchNetwork: never,
    getLink: () => state.link ?? null,
    recall: async () => null,
    getProvider: () => provider,
  };

  const { mint } = state;
  const failure =
    mint?.until === "failed"
      ? new MintError(mint.failure)
      : mint?.until === "switching"
        ? new MintError({ reason: "wrongNetwork" })
        : null;
  const failedAt = mint?.until === "failed" ? mint.at : undefined;
  const purchaser: Purchaser = {
    assess: async (order, buyer, signal) => {
      const sale = await reader.readSale(saleQuery({ ...order, buyer }), signal);
      return { sale, block: 1, assessments: [] };
    },
    prepare: async (): Promise<PreparedPurchase> => {
      if (failure !== null && failedAt === undefined) throw failure;
      if (mint?.until === "checking") return never();
      const { transactionHash: _, ...asked } =
        state.recipient === undefined ? pending(1) : forAnother(pending(1));
      return { ...asked, transaction: { to: BUYER, data: "0x" } };
    },
    estimateFee: async () => state.fee ?? FEE,
    send: async () => {
      if (mint !== undefined && ASKING.includes(mint.until)) return never();
      if (failure !== null && failedAt === "wallet") throw failure;
      return HASH;
    },
    hear: () => new Promise(() => undefined),
    follow: async (followed, _askedAt, _others, report) => {
      const purchase = followed();
      if (purchase.transactionHash !== HASH) return never();
      if (failure !== null) throw failure;
      if (mint?.until === "done") {
        const quantity = state.quantity ?? purchase.order.quantity;
        return { transactionHash: HASH, firstTokenId: SOLD + 1n, quantity };
      }
      report({ type: "noticed", notice: noticeOf(state) });
      return never();
    },
  };

  const reader: TicketReader = {
    async readSale(query) {
      if (state.reads === "never") return never();
      if (state.reads === "fails") throw new Error("No endpoint answers in this state");
      return fakeSale(state, query);
    },
  };

  const { held = mint?.until === "done" ? (state.quantity ?? 1) : 0 } = state;
  const numbers = Array.from({ length: Number(held) || 0 }, (_, index) => BigInt(index + 1));
  return {
    wallet,
    reader,
    readNext: async (tokenId) => pictureOf(tokenId),
    ports: {
      tickets: {
        held: {
          count: async () => {
            if (held === "unread") throw new Error("No endpoint tells the tickets in this state");
            return held;
          },
          find: async () => {
            if (state.unread === "tickets") throw new Error("No two tell the same in this state");
            return numbers;
          },
        },
        loadPictures: async (tokenIds) => {
          if (state.pictures === "never") return never();
          return state.unread === "pictures"
            ? []
            : tokenIds.map((tokenId) => ({ tokenId, image: pictureOf(tokenId), traits: TRAITS }));
        },
        gallery: { Part: TicketGallery, preload: () => undefined },
        ticketAddress: BUYER,
        getProvider: () => provider,
        linkTo: (code) => linkTo("https://mint.example/", code),
      },
      chainId,
      currencySymbol: currency.symbol,
      wallet,
      loadPurchaser: async () => purchaser,
      loadRecipients: async () => recipientsOf(state),
      readAccountName: async () => state.accountName ?? null,
      pictures: {
        expect: () => undefined,
        known: () => [],
        load: async (tokenIds) =>
          state.missingPictures ??
          tokenIds.map((tokenId) => ({ tokenId, image: pictureOf(tokenId), traits: [] })),
      },
      purchases: journalOf(state),
      exclusively: async (task) => {
        await task();
        return true;
      },
    },
  };
}

const TRAITS = [
  { name: "Hour", value: "Golden hour" },
  { name: "Season", value: "Autumn" },
  { name: "View", value: "Mountains" },
  { name: "Garden", value: "Picket fence" },
  { name: "Company", value: "Wheelbarrow" },
  { name: "Home", value: "Canal house" },
  { name: "Windows", value: "Flower box" },
  { name: "Lights on", value: "4" },
];

function journalOf(state: GalleryState): PurchaseJournal {
  let intents = intentsIn(state);
  return {
    list: () => intents,
    open(intent) {
      intents = [...intents, intent];
    },
    learn(id, change) {
      const changed = learnt(intents, id, change) ?? [];
      const ids = changed.map((intent) => intent.id);
      intents = [...intents.filter((intent) => !ids.includes(intent.id)), ...changed];
      return changed[0] ?? null;
    },
    forget() {
      intents = intents.filter(({ settled }) => settled === null);
    },
    keeps: () => state.storage !== "full",
    subscribe: () => () => undefined,
  };
}

function intentsIn(state: GalleryState): readonly Intent[] {
  const resumed = state.pending === undefined ? [] : [remembered("1", pending(2), false)];
  const asked = state.asked
    ? [remembered("1", { ...pending(5), transactionHash: null }, false)]
    : [];
  const earlier = (state.earlier ?? []).map((quantity, index) => {
    const transactionHash = `0x${String(index + 1).repeat(64)}`;
    return remembered(`0-${index}`, { ...pending(quantity), transactionHash }, true);
  });
  const bought = (state.bought ?? []).map((quantity, index) => {
    const found = `0x${String(index + 5).repeat(64)}`;
    const intent = remembered(
      `00-${index}`,
      { ...pending(quantity), transactionHash: found },
      false,
    );
    const askedAt = Date.UTC(2026, 10, 24 + index, 12);
    return { ...intent, askedAt, found, settled: "certain" } as const;
  });
  return [...bought, ...resumed, ...asked, ...earlier];
}

function remembered(id: string, purchase: PendingPurchase, setAside: boolean): Intent {
  return { id, askedAt: 0, pending: purchase, found: null, setAside, settled: null };
}

function noticeOf({ mint, pending: resumed }: GalleryState): MiningNotice {
  return mint?.until === "mining" ? mint.notice : (resumed ?? "none");
}

function pending(quantity: number): PendingPurchase {
  return {
    transactionHash: HASH,
    buyer: BUYER,
    order: { quantity, affiliate: { kind: "none" }, payable: PRICE * BigInt(quantity) },
    sinceBlock: 1,
    soldBefore: Number(SOLD),
    nonceFrom: 0,
    nonce: null,
    genesis: null,
    byContract: false,
  };
}

function forAnother(purchase: PendingPurchase): PendingPurchase {
  return { ...purchase, order: { ...purchase.order, recipient: RECIPIENT } };
}

function pictureOf(tokenId: bigint): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path fill="#efe3cf" d="M0 0h96v96H0z"/>` +
    `<path fill="#b4492c" d="M14 48 48 20l34 28z"/><path fill="#fbf3e4" d="M22 48h52v34H22z"/>` +
    `<text x="48" y="72" text-anchor="middle" font-size="16">${tokenId}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Treats each text that is not an address as a name, so it needs no ethers. */
function recipientsOf({ canHold = true, nameAnswer }: GalleryState): Recipients {
  return {
    read: (text) => {
      if (text === "") return { kind: "empty" };
      if (text === RECIPIENT || text === BUYER) return { kind: "address", address: text };
      if (text.includes(".")) return { kind: "name", name: text };
      if (text === "alice") return { kind: "name", name: "alice.eth", isGuess: true };
      return { kind: "refused", reason: "misspelt" };
    },
    lookUp: async () => nameAnswer ?? { kind: "found", address: RECIPIENT },
    canHold: async () => canHold,
  };
}
