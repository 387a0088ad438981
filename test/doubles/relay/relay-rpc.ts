import * as v from "valibot";

/**
 * Accepts only messages of the protocol's "Relay Server RPC" and the provider's published types,
 * and of these only the methods that clients of 2.20.1 call.
 */

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

interface Kind {
  readonly method: string;
  /** The least and the most lifetime in seconds; one number if both are the same. */
  readonly ttl: readonly number[];
}

/** The protocol's requests by tag. Each response has the next tag and the same lifetime. */
const REQUESTS: Readonly<Record<number, Kind>> = {
  1000: { method: "wc_pairingDelete", ttl: [DAY] },
  1002: { method: "wc_pairingPing", ttl: [30] },
  1100: { method: "wc_sessionPropose", ttl: [5 * MINUTE] },
  1102: { method: "wc_sessionSettle", ttl: [5 * MINUTE] },
  1104: { method: "wc_sessionUpdate", ttl: [DAY] },
  1106: { method: "wc_sessionExtend", ttl: [DAY] },
  // The documents limit `ttl`, if `expiry` is set, to five minutes to seven days.
  1108: { method: "wc_sessionRequest", ttl: [5 * MINUTE, 7 * DAY] },
  1110: { method: "wc_sessionEvent", ttl: [5 * MINUTE] },
  1112: { method: "wc_sessionDelete", ttl: [DAY] },
  // The document says 30 s; clients of 2.20.1 send a day. We assume that the relay accepts both.
  1114: { method: "wc_sessionPing", ttl: [30, DAY] },
  1116: { method: "wc_sessionAuthenticate", ttl: [60 * MINUTE, 7 * DAY] },
};

const KINDS: Readonly<Record<number, Kind>> = {
  ...REQUESTS,
  ...Object.fromEntries(
    Object.entries(REQUESTS).map(([tag, { method, ttl }]) => [
      Number(tag) + 1,
      { method: `${method} response`, ttl },
    ]),
  ),
  1118: { method: "wc_sessionAuthenticate rejection", ttl: [5 * MINUTE] },
  1119: { method: "wc_sessionAuthenticate automatic rejection", ttl: [5 * MINUTE] },
  1120: { method: "wc_sessionPropose rejection", ttl: [5 * MINUTE] },
  1121: { method: "wc_sessionPropose automatic rejection", ttl: [5 * MINUTE] },
};

export function methodOfTag(tag: number): string {
  return KINDS[tag]?.method ?? `tag ${tag}`;
}

function isLifetime(tag: number, ttl: number): boolean {
  const [least = 0, most = least] = KINDS[tag]?.ttl ?? [];
  return least <= ttl && ttl <= most;
}

const topic = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "A topic is 32 bytes in hex"));
const topics = v.pipe(v.array(topic), v.minLength(1), v.maxLength(BATCH_LIMIT));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 32 - 1));
const texts = v.optional(v.array(v.string()));

const publication = v.pipe(
  v.strictObject({
    topic,
    // The end-to-end envelope in base64: type, then at least a nonce and an authentication tag.
    message: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{40,}={0,2}$/, "No envelope in base64")),
    ttl: seconds,
    tag: v.picklist(Object.keys(KINDS).map(Number), "No kind of message has this tag"),
    attestation: v.optional(v.string()),
    // Only `prompt` is in the provider's types.
    prompt: v.optional(v.boolean()),
    // Clients of 2.19 and later send these about a transaction.
    correlationId: v.optional(v.pipe(v.number(), v.safeInteger())),
    rpcMethods: texts,
    chainId: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]{3,8}:[-_a-zA-Z0-9]{1,32}$/))),
    contractAddresses: texts,
    txHashes: texts,
  }),
  v.check(({ tag, ttl }) => isLifetime(tag, ttl), "Not the lifetime of this kind of message"),
  v.transform(({ topic, message, ttl, tag, attestation }) => ({
    topic,
    message,
    ttl,
    tag,
    ...(attestation !== undefined && { attestation }),
  })),
);

export type Publication = Readonly<v.InferOutput<typeof publication>>;

export type RelayCall =
  | { readonly does: "publish"; readonly publication: Publication }
  | { readonly does: "subscribe"; readonly topics: readonly string[]; readonly batch: boolean }
  | { readonly does: "unsubscribe"; readonly topic: string }
  | { readonly does: "fetch"; readonly topics: readonly string[] };

/** The parameters of each method. */
const CALLS: Readonly<Record<string, v.GenericSchema<unknown, RelayCall>>> = {
  irn_publish: v.pipe(
    publication,
    v.transform((message) => ({ does: "publish", publication: message }) as const),
  ),
  irn_subscribe: v.pipe(
    v.strictObject({ topic, ttl: v.optional(seconds) }),
    v.transform((asked) => ({ does: "subscribe", topics: [asked.topic], batch: false }) as const),
  ),
  irn_batchSubscribe: v.pipe(
    v.strictObject({ topics }),
    v.transform((asked) => ({ does: "subscribe", topics: asked.topics, batch: true }) as const),
  ),
  irn_unsubscribe: v.pipe(
    // Clients choose these ids; the provider documents that its server ignores them.
    v.strictObject({ topic, id: v.pipe(v.string(), v.nonEmpty()) }),
    v.transform((asked) => ({ does: "unsubscribe", topic: asked.topic }) as const),
  ),
  irn_batchFetchMessages: v.pipe(
    v.strictObject({ topics }),
    v.transform((asked) => ({ does: "fetch", topics: asked.topics }) as const),
  ),
};

const request = v.strictObject({
  id: v.union([v.string(), v.number()]),
  jsonrpc: v.literal("2.0"),
  method: v.string(),
  params: v.looseObject({}),
});

export function readCall(message: unknown) {
  const { id, method, params } = read(request, message, -32600);
  const parameters = CALLS[method];
  if (parameters === undefined) {
    throw new RelayRefusal(-32601, `The relay has no method ${method}`);
  }
  return { id, call: read(parameters, params, -32602) };
}

function read<Output>(schema: v.GenericSchema<unknown, Output>, value: unknown, code: number) {
  const { success, output, issues } = v.safeParse(schema, value);
  if (success) return output;
  throw new RelayRefusal(code, `${v.summarize(issues)}: ${JSON.stringify(value)}`);
}
