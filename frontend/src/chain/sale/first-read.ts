import { type Affiliate, codeOf, type MintLink } from "../../domain/order/link.ts";
import { DEFAULT_QUANTITY } from "../../domain/order/quantity.ts";
import { bodyOf, messages } from "../rpc/json-rpc.ts";
import type { Post } from "../rpc/post.ts";
import { servedCall } from "../rpc/vetting.ts";
import { encodeAscii } from "./codec.ts";
import { saleCall, saleQuery } from "./reader.ts";

/**
 * The request that the inline script sends before the bundle loads. The bundle uses the answer if
 * its own request has the same URL and body.
 */
export interface FirstRead {
  readonly url: string;
  readonly body: string;
}

/** The build encodes everything except the affiliate code. */
export interface FirstReads extends FirstRead {
  /** The parts of the calldata before and after the affiliate code. */
  readonly withCode: readonly string[];
}

/** Each code takes one word of calldata, so requests differ only in the code. */
const ANY_CODE = /* @__PURE__ */ "-".repeat(32);

/** `null` if the build has no endpoint. */
export function firstReads(settings: {
  readonly ticketAddress: string;
  readonly rpcUrls: readonly string[];
}): FirstReads | null {
  const { ticketAddress, rpcUrls } = settings;
  const [url] = rpcUrls;
  if (url === undefined) return null;
  const body = (affiliate: Affiliate) => {
    const query = saleQuery({ quantity: DEFAULT_QUANTITY, affiliate, buyer: null });
    return bodyOf(messages([saleCall(ticketAddress, query), servedCall(ticketAddress)]));
  };
  const withCode = body({ kind: "code", code: ANY_CODE }).split(encodeAscii(ANY_CODE));
  return { url, body: body({ kind: "none" }), withCode };
}

export function firstReadOf(
  { affiliate }: MintLink,
  { url, body, withCode }: FirstReads,
): FirstRead {
  const code = codeOf(affiliate);
  return { url, body: code === null ? body : withCode.join(encodeAscii(code)) };
}

export interface EarlyRead extends FirstRead {
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

declare global {
  interface Window {
    earlyRead?: EarlyRead;
    mintLink?: MintLink;
  }
}

export function sendAhead(read: FirstRead, send: Post): EarlyRead {
  const controller = new AbortController();
  const response = send(read.url, read.body, controller.signal);
  // Keeps a failure from counting as unhandled until the bundle handles it.
  response.catch(() => undefined);
  return { ...read, response, controller };
}

/** Returns the inline script's response to the bundle's first read, only once. */
export function takeOver(early: EarlyRead | undefined, send: Post): Post {
  let unused = early;
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
