export type Collection = typeof import("../../../collection.ts");

export type AnyCollection = {
  readonly [Key in keyof Collection]: Collection[Key] extends string
    ? string
    : Collection[Key] extends bigint
      ? bigint
      : Collection[Key] extends number
        ? number
        : readonly string[];
};

/** `Affiliates` stores tickets and purchases in 32 bits each, and payments in 128. */
const MOST_TICKETS = 2 ** 32 - 1;
const MOST_PAID = 2n ** 128n - 1n;
/** Wei. The page shows six of a coin's 18 decimals. */
const SHOWN_UNIT = 10n ** 12n;

export function faultsOf(collection: AnyCollection): string[] {
  const { size, maxPerPurchase, discountPercent, progressShownAbove, priceStep, maxPrice } =
    collection;
  const faults: string[] = [];
  const hold = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };

  for (const key of ["name", "symbol", "description", "ticketDescription"] as const) {
    const text = collection[key];
    hold(text.trim() !== "", `${key} is empty`);
    // Refuses these characters, because Solidity and the metadata's JSON get the text without
    // escapes.
    hold(
      !/["\\\p{Cc}\p{Cs}\p{Bidi_C}]/u.test(text),
      `${key} has a quote, a backslash or a control character`,
    );
  }
  hold(
    collection.ticketDescription.split("{number}").length === 2,
    "ticketDescription must have {number} once",
  );

  hold(
    Number.isInteger(size) && size >= 1 && size <= MOST_TICKETS,
    `size must be a whole number from 1 to ${MOST_TICKETS}`,
  );
  hold(
    Number.isInteger(maxPerPurchase) && maxPerPurchase >= 1 && maxPerPurchase <= size,
    "maxPerPurchase must be a whole number from 1 to size",
  );
  hold(
    Number.isInteger(progressShownAbove) && progressShownAbove >= 0,
    "progressShownAbove must be a whole number, 0 or more",
  );
  hold(
    Number.isInteger(discountPercent) && discountPercent >= 1 && discountPercent <= 99,
    "discountPercent must be a whole number from 1 to 99",
  );
  if (faults.length > 0) return faults;

  hold(
    priceStep > 0n && (priceStep * BigInt(100 - discountPercent)) % (100n * SHOWN_UNIT) === 0n,
    `priceStep * ${100 - discountPercent} must be a multiple of 10^14 above 0: else a discounted price has more than six decimals`,
  );
  hold(
    priceStep % SHOWN_UNIT === 0n,
    "priceStep must be a multiple of 10^12: else a full price has more than six decimals",
  );
  hold(maxPrice >= priceStep, "maxPrice must be at least priceStep");
  hold(
    maxPrice * BigInt(size) <= MOST_PAID,
    `size * maxPrice must be below 2^128 wei, the most that the contract can count for an affiliate`,
  );
  return faults;
}
