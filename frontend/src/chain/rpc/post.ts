export type Post = (url: string, body: string, signal: AbortSignal) => Promise<Response>;

export const post: Post = (url, body, signal) =>
  fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  });
