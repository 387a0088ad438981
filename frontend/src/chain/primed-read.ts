import type { Post } from "./post.ts";

/** A request that the primer has sent before the bundle was there. */
export interface PrimedRead {
  readonly url: string;
  readonly body: string;
  readonly response: Promise<Response>;
}

declare global {
  interface Window {
    primedRead?: PrimedRead;
  }
}

/** Takes the primer's answer for the request that it was made for, once; everything else goes out as it would. */
export function takeOver(primed: PrimedRead | undefined, send: Post): Post {
  let unused = primed;
  return (url, body, signal) => {
    if (unused === undefined || unused.url !== url || unused.body !== body) {
      return send(url, body, signal);
    }
    const { response } = unused;
    unused = undefined;
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      // Its body too: the signal can't end a request that was sent without it, and a body may stop half-way.
      response
        .then(async (primer) => {
          await primer.clone().arrayBuffer();
          return primer;
        })
        .then(resolve, reject);
    });
  };
}
