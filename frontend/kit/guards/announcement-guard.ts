import { type ExcludedWallets, isExcluded } from "./excluded-wallets.ts";

/**
 * Any extension or script may announce anything as a wallet (EIP-6963), and AppKit 1.7.4 does not
 * check it. A `name` that throws empties its dialog, and thousands of wallets freeze it. If two
 * wallets share a name or rdns, it may connect the wrong one. This guard gives AppKit bounded
 * copies.
 */

const ANNOUNCE = "eip6963:announceProvider";

/** More wallets than any visitor has installed. */
const MOST_WALLETS = 32;
const MOST_NAME_LETTERS = 40;
const MOST_RDNS_LETTERS = 100;
const MOST_UUID_LETTERS = 64;
/** The longest data URL. The largest known icons are PNGs of some 60 kB. */
const MOST_ICON_LETTERS = 300_000;

/** AppKit's own list entry, which no wallet may impersonate. */
const KIT_NAMES = ["walletconnect"];

interface Announcement {
  readonly info: {
    readonly uuid: string;
    readonly name: string;
    readonly icon: string;
    readonly rdns: string;
  };
  readonly provider: object;
}

/** Must run before AppKit listens for announcements. */
export function guardAnnouncements(excluded: ExcludedWallets): void {
  const admitted = new Map<object, Announcement>();
  const names = new Set(KIT_NAMES);
  const rdnses = new Set<string>();
  const copies = new WeakSet<Event>();
  /** Excluded wallets, which the page must not announce again under another name. */
  const refused = new WeakSet<object>();

  function admit(detail: unknown): Announcement | null {
    const provider = readProvider(detail);
    if (provider === null || refused.has(provider)) return null;
    const known = admitted.get(provider);
    if (known !== undefined) return known;
    if (admitted.size >= MOST_WALLETS) return null;
    const info = readInfo(detail);
    if (info === null) return null;
    if (isExcluded(info, excluded)) {
      refused.add(provider);
      return null;
    }
    const announcement = Object.freeze({
      info: Object.freeze({
        ...info,
        // AppKit identifies wallets by name and rdns. If two share a name, only the visitor can
        // tell which is genuine, so the dialog shows both.
        name: distinct(info.name, names, (n) => ` (${n})`),
        rdns: distinct(info.rdns, rdnses, (n) => `.${n}`),
      }),
      provider,
    });
    admitted.set(provider, announcement);
    return announcement;
  }

  // A capturing listener runs before all others.
  window.addEventListener(
    ANNOUNCE,
    (event) => {
      if (copies.has(event)) return;
      event.stopImmediatePropagation();
      const detail = admit((event as CustomEvent<unknown>).detail);
      if (detail === null) return;
      const copy = new CustomEvent(ANNOUNCE, { detail });
      copies.add(copy);
      window.dispatchEvent(copy);
    },
    { capture: true },
  );
}

function readProvider(detail: unknown): object | null {
  try {
    const { provider } = detail as { provider?: unknown };
    if (provider === null || (typeof provider !== "object" && typeof provider !== "function")) {
      return null;
    }
    return typeof (provider as { request?: unknown }).request === "function" ? provider : null;
  } catch {
    // The announcement is not an object, or a getter throws.
    return null;
  }
}

function readInfo(detail: unknown): Announcement["info"] | null {
  try {
    const { uuid, name, icon, rdns } = (detail as { info: Record<string, unknown> }).info;
    const shown = bounded(name);
    if (shown === "" || !isPlain(uuid, MOST_UUID_LETTERS)) return null;
    // The rdns must be a domain name, because anything else could be the id of one of AppKit's
    // connectors.
    if (!isPlain(rdns, MOST_RDNS_LETTERS) || !rdns.includes(".")) return null;
    return { uuid, name: shown, icon: isPicture(icon) ? icon : "", rdns };
  } catch {
    return null;
  }
}

function bounded(name: unknown): string {
  if (typeof name !== "string") return "";
  const plain = name
    .slice(0, 10 * MOST_NAME_LETTERS)
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
  return Array.from(plain).slice(0, MOST_NAME_LETTERS).join("").trim();
}

function isPlain(text: unknown, most: number): text is string {
  return typeof text === "string" && text.length <= most && /^[\x21-\x7e]+$/.test(text);
}

function isPicture(icon: unknown): icon is string {
  return (
    typeof icon === "string" && icon.length <= MOST_ICON_LETTERS && /^data:image\//i.test(icon)
  );
}

function distinct(text: string, taken: Set<string>, suffix: (n: number) => string): string {
  let own = text;
  for (let n = 2; taken.has(own.toLowerCase()); n += 1) own = `${text}${suffix(n)}`;
  taken.add(own.toLowerCase());
  return own;
}
