/**
 * Accepts only messages of the protocol's "Relay Server RPC" and the provider's published types,
 * and of these only the methods that clients of 2.20.1 call.
 */

export interface Publication {
  readonly topic: string;
  readonly message: string;
  readonly ttl: number;
  readonly tag: number;
  readonly attestation?: string;
}

export type RelayCall =
  | { readonly does: "publish"; readonly publication: Publication }
  | { readonly does: "subscribe"; readonly topics: readonly string[]; readonly batch: boolean }
  | { readonly does: "unsubscribe"; readonly topic: string }
  | { readonly does: "fetch"; readonly topics: readonly string[] };

export class RelayRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const BATCH_LIMIT = 500;

const MINUTE = 60;
const DAY = 86_400;

/** The protocol's messages by tag, with their lifetime in seconds. */
const KINDS: Readonly<
  Record<number, { readonly method: string; readonly ttl: readonly number[] }>
> = {
  1000: { method: "wc_pairingDelete", ttl: [DAY] },
  1001: { method: "wc_pairingDelete response", ttl: [DAY] },
  1002: { method: "wc_pairingPing", ttl: [30] },
  1003: { method: "wc_pairingPing response", ttl: [30] },
  1100: { method: "wc_sessionPropose", ttl: [5 * MINUTE] },
  1101: { method: "wc_sessionPropose response", ttl: [5 * MINUTE] },
  1102: { method: "wc_sessionSettle", ttl: [5 * MINUTE] },
  1103: { method: "wc_sessionSettle response", ttl: [5 * MINUTE] },
  1104: { method: "wc_sessionUpdate", ttl: [DAY] },
  1105: { method: "wc_sessionUpdate response", ttl: [DAY] },
  1106: { method: "wc_sessionExtend", ttl: [DAY] },
  1107: { method: "wc_sessionExtend response", ttl: [DAY] },
  // The documents limit `ttl`, if `expiry` is set, to five minutes to seven days.
  1108: { method: "wc_sessionRequest", ttl: [5 * MINUTE, 7 * DAY] },
  1109: { method: "wc_sessionRequest response", ttl: [5 * MINUTE, 7 * DAY] },
  1110: { method: "wc_sessionEvent", ttl: [5 * MINUTE] },
  1111: { method: "wc_sessionEvent response", ttl: [5 * MINUTE] },
  1112: { method: "wc_sessionDelete", ttl: [DAY] },
  1113: { method: "wc_sessionDelete response", ttl: [DAY] },
  // The document says 30 s; clients of 2.20.1 send a day. We assume that the relay accepts both.
  1114: { method: "wc_sessionPing", ttl: [30, DAY] },
  1115: { method: "wc_sessionPing response", ttl: [30, DAY] },
  1116: { method: "wc_sessionAuthenticate", ttl: [60 * MINUTE, 7 * DAY] },
  1117: { method: "wc_sessionAuthenticate response", ttl: [60 * MINUTE, 7 * DAY] },
  1118: { method: "wc_sessionAuthenticate rejection", ttl: [5 * MINUTE] },
  1119: { method: "wc_sessionAuthenticate automatic rejection", ttl: [5 * MINUTE] },
  1120: { method: "wc_sessionPropose rejection", ttl: [5 * MINUTE] },
  1121: { method: "wc_sessionPropose automatic rejection", ttl: [5 * MINUTE] },
};

/** Optional parameters of a publication. Only `prompt` is in the provider's types. */
const OPTIONAL_OF_PUBLICATION: Readonly<Record<string, (value: unknown) => boolean>> = {
  prompt: (value) => typeof value === "boolean",
  // Clients of 2.19 and later send these about a transaction.
  correlationId: (value) => Number.isSafeInteger(value),
  rpcMethods: isStrings,
  chainId: (value) =>
    typeof value === "string" && /^[a-z0-9-]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value),
  contractAddresses: isStrings,
  txHashes: isStrings,
};

export function methodOfTag(tag: number): string {
  return KINDS[tag]?.method ?? `tag ${tag}`;
}

export function readCall(request: unknown): {
  readonly id: string | number;
  readonly call: RelayCall;
} {
  const { id, jsonrpc, method, params, ...rest } = asRecord(request, "The request");
  if (typeof id !== "string" && typeof id !== "number") {
    throw new RelayRefusal(-32600, "A request needs an id");
  }
  if (jsonrpc !== "2.0") throw new RelayRefusal(-32600, "Not JSON-RPC 2.0");
  refuseMore(rest, "The request");
  return { id, call: readParams(String(method), asRecord(params, `The parameters of ${method}`)) };
}

function readParams(method: string, params: Record<string, unknown>): RelayCall {
  switch (method) {
    case "irn_publish":
      return { does: "publish", publication: readPublication(params) };
    case "irn_subscribe": {
      const { topic, ttl, ...rest } = params;
      refuseMore(rest, method);
      if (ttl !== undefined) asSeconds(ttl);
      return { does: "subscribe", topics: [asTopic(topic)], batch: false };
    }
    case "irn_batchSubscribe":
      return { does: "subscribe", topics: readTopics(method, params), batch: true };
    case "irn_unsubscribe":
      return { does: "unsubscribe", topic: readUnsubscription(params) };
    case "irn_batchFetchMessages":
      return { does: "fetch", topics: readTopics(method, params) };
    default:
      throw new RelayRefusal(-32601, `The relay has no method ${method}`);
  }
}

function readPublication(params: Record<string, unknown>): Publication {
  const { topic, message, ttl, tag, attestation, ...rest } = params;
  for (const [name, value] of Object.entries(rest)) {
    if (OPTIONAL_OF_PUBLICATION[name]?.(value) !== true) {
      throw new RelayRefusal(-32602, `A message can't have ${name}: ${JSON.stringify(value)}`);
    }
  }
  // The end-to-end envelope in base64: type, then at least a nonce and an authentication tag.
  if (typeof message !== "string" || !/^[A-Za-z0-9+/]{40,}={0,2}$/.test(message)) {
    throw new RelayRefusal(-32602, "A message is an envelope in base64");
  }
  const kind = typeof tag === "number" ? KINDS[tag] : undefined;
  if (kind === undefined) throw new RelayRefusal(-32602, `No kind of message has the tag ${tag}`);
  const seconds = asSeconds(ttl);
  const [least = 0, most = least] = kind.ttl;
  if (seconds < least || seconds > most) {
    throw new RelayRefusal(-32602, `${kind.method} lives ${kind.ttl.join(" to ")} s, not ${ttl}`);
  }
  return {
    topic: asTopic(topic),
    message,
    ttl: seconds,
    tag: Number(tag),
    ...(attestation !== undefined && { attestation: asText(attestation, "An attestation") }),
  };
}

function readTopics(method: string, params: Record<string, unknown>): string[] {
  const { topics, ...rest } = params;
  refuseMore(rest, method);
  return asBatch(topics, method).map(asTopic);
}

function readUnsubscription({ topic, id, ...rest }: Record<string, unknown>): string {
  refuseMore(rest, "An unsubscription");
  // Clients choose these ids; the provider documents that its server ignores them.
  if (typeof id !== "string" || id === "") throw new RelayRefusal(-32602, "No subscription's id");
  return asTopic(topic);
}

function asTopic(topic: unknown): string {
  if (typeof topic === "string" && /^[0-9a-f]{64}$/.test(topic)) return topic;
  throw new RelayRefusal(-32602, `A topic is 32 bytes in hex, not ${JSON.stringify(topic)}`);
}

function asSeconds(ttl: unknown): number {
  if (typeof ttl === "number" && Number.isInteger(ttl) && ttl > 0 && ttl < 2 ** 32) return ttl;
  throw new RelayRefusal(-32602, `A time to live is whole seconds, not ${JSON.stringify(ttl)}`);
}

function asText(text: unknown, what: string): string {
  if (typeof text === "string") return text;
  throw new RelayRefusal(-32602, `${what} is text, not ${JSON.stringify(text)}`);
}

function asBatch(list: unknown, method: string): unknown[] {
  if (Array.isArray(list) && list.length > 0 && list.length <= BATCH_LIMIT) return list;
  throw new RelayRefusal(-32602, `${method} takes 1 to ${BATCH_LIMIT}`);
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new RelayRefusal(-32600, `${what} is no object`);
}

function refuseMore(rest: Record<string, unknown>, what: string): void {
  const [extra] = Object.keys(rest);
  if (extra !== undefined) throw new RelayRefusal(-32602, `${what} can't have ${extra}`);
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
