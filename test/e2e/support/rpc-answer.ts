import type { Route } from "@playwright/test";

interface Asked {
  readonly id: unknown;
}

/** Answers a request to an endpoint in its place, and each of a batch alike. */
export async function answerRpc(
  route: Route,
  answer: { readonly result: string } | { readonly error: object },
): Promise<void> {
  const asked = route.request().postDataJSON() as Asked | readonly Asked[];
  const answered = [asked].flat().map(({ id }) => ({ jsonrpc: "2.0", id, ...answer }));
  await route.fulfill({
    headers: { "access-control-allow-origin": "*" },
    json: Array.isArray(asked) ? answered : answered[0],
  });
}
