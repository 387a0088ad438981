import { getAddress, isAddress, parseEther, parseUnits, ZeroAddress } from "ethers";
import { maxPrice, priceStep } from "../../../collection.ts";
import type { Currency } from "../../../networks.ts";
import { isFolderUri } from "../../shared/folder-uri.ts";
import { coins } from "./coins.ts";
import { TaskError } from "./task.ts";
import { shownInput } from "./visible-text.ts";

const MAX_ROYALTY_BPS = 1000n;

/** Precompiles and burn addresses. Coins there are lost. */
const BURNS = /^0x(0{37}[01].{2}|0{36}dead|dead0*|dead0*42069420694206942069|f{40})$/i;

export function parseAddress(name: string, text: string): string {
  if (!isAddress(text)) {
    const misspelt = /^0x[0-9a-f]{40}$/i.test(text);
    throw new TaskError(
      misspelt
        ? `${name} has a wrong checksum, so it is misspelt: ${text}. Copy the address again`
        : `${name} is not an address: ${shownInput(text)}`,
    );
  }
  const address = getAddress(text);
  if (address === ZeroAddress) throw new TaskError(`${name} is the zero address: ${text}`);
  if (BURNS.test(address)) {
    throw new TaskError(`${name} is an address without a known key: ${text}`);
  }
  return address;
}

export function parseBaseUri(name: string, text: string): string {
  if (isFolderUri(text)) return text;
  throw new TaskError(
    `${name} must be ipfs://<cid>/ or https://<host>/<folder>/, with a slash at the end ` +
      `and only letters, digits and -._~%:/: ${shownInput(text)}`,
  );
}

/** @param text coins, such as "0.05" @returns wei */
export function parsePrice(name: string, text: string, currency: Currency): bigint {
  if (!/^\d+(\.\d{1,18})?$/.test(text)) {
    throw new TaskError(`${name} is not an amount in ${currency.symbol}: ${shownInput(text)}`);
  }
  assertNoLeadingZero(name, text);
  const price = parseEther(text);
  if (price === 0n || price > maxPrice || price % priceStep !== 0n) {
    throw new TaskError(
      `${name} must be a multiple of ${amountText(priceStep, currency)}, above 0 and at most ${coins(maxPrice)}: ${shownInput(text)}`,
    );
  }
  return price;
}

export function assertNoLeadingZero(name: string, text: string): void {
  if (/^0\d/.test(text)) {
    throw new TaskError(`${name} has a superfluous leading zero: ${shownInput(text)}`);
  }
}

/** @param text such as "1.5" @returns wei */
export function parseGwei(name: string, text: string): bigint {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text) || /^[0.]+$/.test(text)) {
    throw new TaskError(`${name} is not an amount in gwei, for example 1.5: ${text}`);
  }
  return parseUnits(text, "gwei");
}

export function parseRoyaltyBps(name: string, text: string): bigint {
  if (!/^\d{1,5}$/.test(text) || BigInt(text) > MAX_ROYALTY_BPS) {
    throw new TaskError(
      `${name} must be basis points, 0 to ${MAX_ROYALTY_BPS}: ${shownInput(text)}`,
    );
  }
  return BigInt(text);
}

export function amountText(wei: bigint, { symbol }: Currency): string {
  return `${coins(wei)} ${symbol}`;
}

export function roughAmountText(wei: bigint, currency: Currency): string {
  const digits = wei.toString();
  if (digits.length <= 4) return amountText(wei, currency);
  const step = 10n ** BigInt(digits.length - 4);
  return `about ${amountText(((wei + step / 2n) / step) * step, currency)}`;
}

export function gwei(wei: bigint): string {
  const [whole = "0", fraction = ""] = (Number(wei) / 1e9).toFixed(3).split(".");
  const decimals = fraction.replace(/0+$/, "");
  return `${whole}${decimals && "."}${decimals} gwei`;
}

export function grouped(count: bigint | number): string {
  return count.toLocaleString("en-US");
}

export function plural(count: number, singular: string, several = `${singular}s`): string {
  return `${grouped(count)} ${count === 1 ? singular : several}`;
}

export function shortList(items: readonly string[], most = 10): string {
  const rest = items.length - most;
  return items.slice(0, most).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
