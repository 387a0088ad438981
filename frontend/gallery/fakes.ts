import { type Chain, networks } from "../../networks.ts";
import { fakeSale } from "../../test/doubles/page/fake-ticket.ts";
import { fakeWallet } from "../../test/doubles/page/fake-wallet.ts";
import { MemoryPurchases } from "../../test/doubles/page/memory-purchases.ts";
import { pendingPurchase } from "../../test/doubles/page/pending-purchase.ts";
import type { Purchaser } from "../src/chain/purchase/purchase.ts";
import type { TicketReader } from "../src/chain/sale/reader.ts";
import type { Eip1193Provider } from "../src/domain/mint/eip1193.ts";
import { MintError } from "../src/domain/mint/mint-failure.ts";
import type { Recipients } from "../src/domain/mint/recipient.ts";
import { linkTo } from "../src/domain/order/own-link.ts";
import { dollarsWith } from "../src/mint/order/Dollars.tsx";
import { meantCodeWith } from "../src/mint/order/MeantCode.tsx";
import type { Intent } from "../src/mint/purchases/purchase-journal.ts";
import { OpeningNote } from "../src/mint/sale/OpeningNote.tsx";
import { nextTicketWith } from "../src/mint/tickets/NextTicket.tsx";
import { TicketGallery } from "../src/mint/tickets/TicketGallery.tsx";
import type { TicketPorts } from "../src/mint/tickets/ticket-ports.ts";
import { checkoutPorts, fakePurchaser, noTickets } from "./checkout-ports.ts";
import { BUYER, type GalleryState, RECIPIENT, SOLD } from "./states.ts";

const PRICE = 50_000_000_000_000_000n;
/** About 120,000 gas at 1.4 gwei, in wei. */
const FEE = 168_000_000_000_000n;
const ASKING: readonly string[] = ["sending", "sendingLate", "stopped"];

const never = () => new Promise<never>(() => undefined);

/** The parts of a page in this state. */
export function fakesOf(state: GalleryState, network: Chain = networks.mainnet) {
  const provider: Eip1193Provider = {
    request: async ({ method }) => {
      if (method === "wallet_watchAsset" && state.walletBusy === true) {
        throw Object.assign(new Error("Locked"), { code: -32002 });
      }
      return method === "eth_accounts" ? [BUYER] : `0x${network.chainId.toString(16)}`;
    },
  };
  const { wallet } = fakeWallet(state.wallet ?? { status: "asleep" }, {
    connect: never,
    showAccount: never,
    switchNetwork: never,
    getLink: () => state.link ?? null,
    getProvider: () => provider,
  });
  const reader: TicketReader = {
    async readSale(query) {
      if (state.reads === "never") return never();
      if (state.reads === "fails") throw new Error("No endpoint answers in this state");
      return fakeSale(state, query);
    },
  };
  const purchaser = purchaserOf(state, reader);
  const browser = new MemoryPurchases();
  for (const intent of intentsIn(state)) browser.intents.set(intent.id, intent);
  const { opensIn, rate, search = "" } = state;
  return {
    search,
    network,
    wallet,
    reader,
    meant: meantCodeWith(reader),
    dollars:
      rate === undefined
        ? null
        : dollarsWith({ getRate: () => rate, subscribe: () => () => undefined }),
    opening: opensIn === undefined ? null : { opens: Date.now() + opensIn, Note: OpeningNote },
    ...(state.next ? { nextTicket: nextTicketWith(async (tokenId) => pictureOf(tokenId)) } : {}),
    resuming: () => browser.unsettled.length > 0,
    ports: checkoutPorts(
      {
        wallet,
        tickets: ticketsOf(state, provider),
        loadPurchaser: async () => purchaser,
        loadRecipients: async () => recipientsOf(state),
        readAccountName: async () => state.accountName ?? null,
        pictures: {
          expect: () => undefined,
          known: () => [],
          load: async (tokenIds) => state.missingPictures ?? tokenIds.map(pictured),
        },
        purchases: { ...browser.tab(), keeps: () => state.storage !== "full" },
      },
      network,
    ),
  };
}

function purchaserOf(state: GalleryState, { readSale }: TicketReader): Purchaser {
  const { mint } = state;
  const failure =
    mint?.until === "failed"
      ? new MintError(mint.failure)
      : mint?.until === "switching"
        ? new MintError({ reason: "wrongNetwork" })
        : null;
  const failedAt = mint?.until === "failed" ? mint.at : undefined;
  const fake = fakePurchaser(readSale);
  return {
    ...fake,
    prepare: async (...asked) => {
      if (failure !== null && failedAt === undefined) throw failure;
      return mint?.until === "checking" ? never() : fake.prepare(...asked);
    },
    estimateFee: async () => state.fee ?? FEE,
    send: async (...asked) => {
      if (mint !== undefined && ASKING.includes(mint.until)) return never();
      if (failure !== null && failedAt === "wallet") throw failure;
      return fake.send(...asked);
    },
    follow: async (followed, _askedAt, _others, report) => {
      const { transactionHash, order } = followed();
      if (transactionHash !== pendingPurchase().transactionHash) return never();
      if (failure !== null) throw failure;
      if (mint?.until === "done") {
        return { transactionHash, firstTokenId: SOLD + 1n, quantity: order.quantity };
      }
      const notice = mint?.until === "mining" ? mint.notice : (state.pending ?? "none");
      report({ type: "noticed", notice });
      return never();
    },
  };
}

function ticketsOf(state: GalleryState, provider: Eip1193Provider): TicketPorts {
  const { held = state.mint?.until === "done" ? (state.quantity ?? 1) : 0 } = state;
  return {
    ...noTickets,
    held: {
      count: async () => {
        if (held === "unread") throw new Error("No endpoint tells the tickets in this state");
        return held;
      },
      find: async () => {
        if (state.unread === "tickets") throw new Error("No two tell the same in this state");
        return Array.from({ length: Number(held) || 0 }, (_, index) => BigInt(index + 1));
      },
    },
    loadPictures: async (tokenIds) => {
      if (state.pictures === "never") return never();
      return state.unread === "pictures" ? [] : tokenIds.map(pictured);
    },
    gallery: { Part: TicketGallery, preload: () => undefined },
    getProvider: () => provider,
    linkTo: (code) => linkTo("https://mint.example/", code),
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

function intentsIn(state: GalleryState): readonly Intent[] {
  const one = (
    id: string,
    quantity: number,
    digit: number | null,
    fields: Partial<Intent> = {},
  ) => {
    const order = { ...pendingPurchase().order, quantity, payable: PRICE * BigInt(quantity) };
    const sent = pendingPurchase({ order, soldBefore: Number(SOLD) });
    const pending = digit === null ? sent : { ...sent, transactionHash: hashOf(digit) };
    return { id, askedAt: 0, pending, found: null, setAside: false, settled: null, ...fields };
  };
  const asked = one("1", 5, null);
  return [
    ...(state.bought ?? []).map((quantity, index) =>
      one(`00-${index}`, quantity, index + 5, {
        askedAt: Date.UTC(2026, 10, 24 + index, 12),
        found: hashOf(index + 5),
        settled: "certain",
      }),
    ),
    ...(state.pending === undefined ? [] : [one("1", 2, null)]),
    ...(state.asked ? [{ ...asked, pending: { ...asked.pending, transactionHash: null } }] : []),
    ...(state.earlier ?? []).map((quantity, index) =>
      one(`0-${index}`, quantity, index + 1, { setAside: true }),
    ),
  ];
}

function hashOf(digit: number): string {
  return `0x${String(digit).repeat(64)}`;
}

function pictured(tokenId: bigint) {
  return { tokenId, image: pictureOf(tokenId), traits: TRAITS };
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
