import type { Post } from "../rpc/post.ts";

/** A request that the primer has sent before the bundle was there. */
export interface PrimedRead {
  readonly url: string;
  readonly body: string;
  readonly response: Promise<Response>;
  /** Ends it, its body too. */
  readonly controller: AbortController;
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
    const { response, controller } = unused;
    unused = undefined;
    signal.addEventListener("abort", () => controller.abort(signal.reason));
    return response;
  };
}
