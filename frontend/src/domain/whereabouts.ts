/** Where the page finds itself: it works by itself, at addresses that its team has named, if they have named any. */

/**
 * Whether another site shows the page in a frame, where it could draw over its buttons. Hosts that send headers refuse
 * that (`frame-ancestors`), and not every host sends them. A sandboxed frame has no origin to compare, and is another's.
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

/** Whether the page is at none of its own addresses. Without any it can't know. */
export function isCopy(siteUrls: readonly string[], origin: string): boolean {
  return siteUrls.length > 0 && !siteUrls.some((url) => new URL(url).origin === origin);
}
