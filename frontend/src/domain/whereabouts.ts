/**
 * Whether another site frames the page and could cover its buttons. Some hosts can't send the
 * header that forbids this (`frame-ancestors`). A sandboxed frame has no origin, so it counts as
 * another site.
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

/** Whether the page is at none of the configured addresses. Always false if there are none. */
export function isCopy(siteUrls: readonly string[], origin: string): boolean {
  return siteUrls.length > 0 && !siteUrls.some((url) => new URL(url).origin === origin);
}
