export function linkTo(page: string, affiliateCode: string | null): string {
  const url = new URL(page);
  url.search = affiliateCode === null ? "" : `?${new URLSearchParams({ a: affiliateCode })}`;
  url.hash = "";
  return url.href;
}
