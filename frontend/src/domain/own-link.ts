/** The page's own address with an affiliate's code, and nothing else of the address that it was opened at. */
export function linkTo(page: string, affiliateCode: string | null): string {
  const url = new URL(page);
  url.search = affiliateCode === null ? "" : `?${new URLSearchParams({ a: affiliateCode })}`;
  url.hash = "";
  return url.href;
}
