/** The Network Information API, which only Chromium has. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether the connection is metered or very slow. The page then loads nothing in advance. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return Boolean(connection?.saveData || connection?.effectiveType?.endsWith("2g"));
}
