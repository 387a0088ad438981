import http from "node:http";
import https from "node:https";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { TaskError } from "../../tasks/shared/task-action.ts";

/** What a host answered to one request. A redirect is an answer like any other: it is not followed. */
export interface Answer {
  readonly status: number;
  /** By lower-case name; a header that came more than once is joined, as a browser joins it. */
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded as its `Content-Encoding` says; `null` when it can't be. */
  readonly body: Buffer | null;
}

const ANSWER_WITHIN_MS = 20_000;
const MOST_BYTES = 20_000_000;

const DECODERS: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  gzip: (body) => promisify(zlib.gunzip)(body, { maxOutputLength: MOST_BYTES }),
  deflate: (body) => promisify(zlib.inflate)(body, { maxOutputLength: MOST_BYTES }),
  br: (body) => promisify(zlib.brotliDecompress)(body, { maxOutputLength: MOST_BYTES }),
  zstd: (body) => promisify(zlib.zstdDecompress)(body, { maxOutputLength: MOST_BYTES }),
};

/**
 * Asks with exactly these headers. `fetch` would add some of its own, follow redirects and hide how the answer was
 * encoded.
 */
export async function askHost(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { status, received, raw } = await ask(url, headers).catch(() => {
    throw new TaskError(`${url.host} does not answer. Is the address right?`);
  });
  const encoding = received.get("content-encoding")?.toLowerCase() ?? "identity";
  const body = encoding === "identity" ? raw : await DECODERS[encoding]?.(raw).catch(() => null);
  return { status, headers: received, body: body ?? null };
}

async function ask(url: URL, headers: Readonly<Record<string, string>>) {
  const { request } = url.protocol === "https:" ? https : http;
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request(url, { headers, signal }, resolve).on("error", reject).end();
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error("The answer does not end");
    chunks.push(chunk);
  }
  const received = new Map(
    Object.entries(response.headersDistinct).map(([name, values]) => [
      name,
      (values ?? []).join(", "),
    ]),
  );
  return { status: response.statusCode ?? 0, received, raw: Buffer.concat(chunks) };
}
