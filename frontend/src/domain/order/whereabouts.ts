/**
 * Whether another site frames the page, because its frame could cover the buttons. Some hosts can't
 * send the header that forbids this (`frame-ancestors`). A sandboxed frame counts as another site.
 */
export function isFramedByAnother(view: Window): boolean {
  const { top } = view;
  if (top === null || top === view) return false;
  try {
    return top.location.origin !== view.location.origin;
  } catch {
    return true;
  }
}

/** Whether the page is at none of its configured addresses; false if it has none. */
export function isCopy(siteUrls: readonly string[], origin: string): boolean {
  return siteUrls.length > 0 && !siteUrls.some((url) => new URL(url).origin === origin);
}
