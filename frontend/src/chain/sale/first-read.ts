import { codeOf, type MintLink } from "../../domain/link.ts";
import { DEFAULT_QUANTITY } from "../../domain/quantity.ts";
import { bodyOf, messages } from "../rpc/json-rpc.ts";
import type { Post } from "../rpc/post.ts";
import { servedCall } from "../rpc/vetting.ts";
import { encodeAscii } from "./codec.ts";
import { saleCall } from "./reader.ts";

/** The inline script sends this before the bundle loads. The bundle uses the answer if its own request would have the same URL and body. */
export interface FirstRead {
  readonly url: string;
  readonly body: string;
}

/** For every link: a build encodes all of it but the code. */
export interface FirstReads extends FirstRead {
  /** The calldata between the places of the code. */
  readonly withCode: readonly string[];
}

/** Each code takes one word, so requests differ in their code only. */
const ANY_CODE = /* @__PURE__ */ "-".repeat(32);

/** `null` if the build has no endpoint. */
export function firstReads(settings: {
  readonly ticketAddress: string;
  readonly rpcUrls: readonly string[];
}): FirstReads | null {
  const { ticketAddress, rpcUrls } = settings;
  const [url] = rpcUrls;
  if (url === undefined) return null;
  const body = (affiliateCode: string | null) => {
    const query = { quantity: DEFAULT_QUANTITY, affiliateCode };
    return bodyOf(messages([saleCall(ticketAddress, query), servedCall(ticketAddress)]));
  };
  return { url, body: body(null), withCode: body(ANY_CODE).split(encodeAscii(ANY_CODE)) };
}

export function firstReadOf(
  { affiliate }: MintLink,
  { url, body, withCode }: FirstReads,
): FirstRead {
  const code = codeOf(affiliate);
  return { url, body: code === null ? body : withCode.join(encodeAscii(code)) };
}

export interface PrimedRead extends FirstRead {
  readonly response: Promise<Response>;
  readonly controller: AbortController;
}

declare global {
  interface Window {
    primedRead?: PrimedRead;
    mintLink?: MintLink;
  }
}

export function sendAhead(read: FirstRead, send: Post): PrimedRead {
  const controller = new AbortController();
  const response = send(read.url, read.body, controller.signal);
  // The bundle handles a failure later. Until then it must not count as unhandled.
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
