import { codeOf, type MintLink } from "../../domain/link.ts";
import { DEFAULT_QUANTITY } from "../../domain/quantity.ts";
import { bodyOf, messages } from "../rpc/json-rpc.ts";
import type { Post } from "../rpc/post.ts";
import { servedCall } from "../rpc/vetting.ts";
import { saleCall } from "./reader.ts";

/**
 * The first read of the chain: the inline primer sends it before the bundle is there, and the bundle takes the answer over
 * if it would send the same bytes to the same endpoint. If they differ, the page still works and asks a second time.
 */

/** A request as `Post` takes it. */
export interface FirstRead {
  readonly url: string;
  readonly body: string;
}

interface FirstReadSettings {
  readonly ticketAddress: string;
  readonly rpcUrls: readonly string[];
}

/** The request that the page starts with; `null` if the build has no endpoint. */
export function firstRead(
  { affiliate }: MintLink,
  { ticketAddress, rpcUrls }: FirstReadSettings,
): FirstRead | null {
  const [url] = rpcUrls;
  if (url === undefined) return null;
  const query = { quantity: DEFAULT_QUANTITY, affiliateCode: codeOf(affiliate) };
  const calls = [saleCall(ticketAddress, query), servedCall(ticketAddress)];
  return { url, body: bodyOf(messages(calls)) };
}

/** The first read, on its way. */
export interface PrimedRead extends FirstRead {
  readonly response: Promise<Response>;
  /** Aborts the request, and the reading of its body. */
  readonly controller: AbortController;
}

declare global {
  interface Window {
    primedRead?: PrimedRead;
    /** What the primer has read of the page's address. */
    mintLink?: MintLink;
  }
}

export function sendAhead(read: FirstRead, send: Post): PrimedRead {
  const controller = new AbortController();
  const response = send(read.url, read.body, controller.signal);
  // A failure is handled when the response is taken over. Until then it must not count as an unhandled rejection.
  response.catch(() => undefined);
  return { ...read, response, controller };
}

/** A `Post` that answers the first read with the primer's response, once, and sends everything else. */
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
