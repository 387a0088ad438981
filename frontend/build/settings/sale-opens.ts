/** The setting needs a time zone, because otherwise visitors would see different times. */
const ISO_8601 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)$/;

/**
 * Reads `VITE_SALE_OPENS`, the announced opening. Only the contract opens the sale.
 * @returns milliseconds since 1970; `null` if none is set
 */
export function readSaleOpens(text: string | undefined): number | null {
  if (!text) return null;
  const [, local] = ISO_8601.exec(text) ?? [];
  const at = Date.parse(text);
  // Rejects a day after the month's end, because JavaScript moves it into the next month.
  if (local === undefined || Number.isNaN(at) || !isDate(local)) {
    throw new Error(
      `VITE_SALE_OPENS is not a date and time with its zone, such as 2026-12-01T18:00:00+01:00 or 2026-12-01T17:00:00Z: ${text}`,
    );
  }
  return at;
}

function isDate(local: string): boolean {
  const date = new Date(`${local}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local);
}
