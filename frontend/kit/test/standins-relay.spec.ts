import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { encodeBase58 } from "ethers";
import { WebSocket } from "ws";
import { Relay } from "../../../test/doubles/relay/relay.ts";
import { expect, test } from "../../../test/e2e/support/fixtures.ts";

const PROJECT = "0123456789abcdef0123456789abcdef";
const NOON = Date.parse("2030-06-01T12:00:00Z");
const TOPIC = "ab".repeat(32);
const PROPOSAL = { topic: TOPIC, message: "A".repeat(80), ttl: 300, tag: 1100 };

let relay: Relay;
let now: number;

test.beforeEach(async () => {
  now = NOON;
  relay = await Relay.start(() => now);
});

test.afterEach(async () => {
  await relay.stop();
});

type Claims = Readonly<Record<string, unknown>>;

function credentials(claims: Claims = {}, header: Claims = { alg: "EdDSA", typ: "JWT" }): string {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const iat = Math.floor(now / 1_000);
  const data = `${part(header)}.${part({
    iss: `did:key:z${encodeBase58(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`,
    sub: randomBytes(32).toString("hex"),
    aud: relay.url,
    iat,
    exp: iat + 86_400,
    ...claims,
  })}`;
  return `${data}.${sign(null, Buffer.from(data), privateKey).toString("base64url")}`;
}

async function open(auth = credentials(), projectId = PROJECT): Promise<WebSocket> {
  const socket = new WebSocket(`${relay.url}/?${new URLSearchParams({ auth, projectId })}`);
  await once(socket, "open");
  return socket;
}

async function sentAway(auth: string, projectId?: string): Promise<string> {
  const socket = new WebSocket(
    `${relay.url}/?${new URLSearchParams({ auth, ...(projectId && { projectId }) })}`,
  );
  const [code, reason] = await once(socket, "close");
  expect(code).toBe(3000);
  return String(reason);
}

async function next(socket: WebSocket): Promise<Record<string, unknown>> {
  const [data] = await once(socket, "message");
  return JSON.parse(String(data));
}

async function ask(socket: WebSocket, method: string, params: object) {
  const answer = next(socket);
  socket.send(JSON.stringify({ id: "1", jsonrpc: "2.0", method, params }));
  return await answer;
}

test("the relay's double refuses clients without a project and a valid token of their own", async () => {
  expect(await sentAway(credentials())).toBe("Unauthorized: invalid key");
  expect(await sentAway(credentials(), "not an id")).toBe("Unauthorized: invalid key");
  const words = [
    [credentials({ iat: now / 1_000 + 600 }), "JWT validation error: JWT Token is not yet valid"],
    [credentials({ exp: now / 1_000 }), "JWT validation error: JWT Token has expired"],
    [credentials({ aud: "wss://elsewhere.example" }), `not for ${relay.url}`],
    [credentials({ sub: "me" }), "JWT subject"],
    [credentials({ act: "else" }), "JWT action"],
    [credentials({ iss: "did:web:me.example" }), "JWT issuer"],
    [credentials({}, { alg: "none", typ: "JWT" }), "JWT must use EdDSA"],
    [credentials().replace(/.{8}$/, "AAAAAAAA"), "JWT signature is wrong"],
  ] as const;
  for (const [token, reason] of words) expect(await sentAway(token, PROJECT)).toContain(reason);
  expect(relay.violations).toHaveLength(2 + words.length);
  (await open()).close();
});

test("the relay's double refuses what the protocol does not describe, and records it", async () => {
  const socket = await open();
  const wrong: readonly (readonly [string, object])[] = [
    ["irn_watchEverything", {}],
    ["irn_subscribe", {}],
    ["irn_subscribe", { topic: "short" }],
    ["irn_subscribe", { topic: TOPIC.toUpperCase() }],
    ["irn_subscribe", { topic: TOPIC, more: 1 }],
    ["irn_batchSubscribe", { topics: [] }],
    ["irn_batchSubscribe", { topics: Array(501).fill(TOPIC) }],
    ["irn_unsubscribe", { topic: TOPIC }],
    ["irn_publish", { ...PROPOSAL, topic: undefined }],
    ["irn_publish", { ...PROPOSAL, message: "plain text" }],
    ["irn_publish", { ...PROPOSAL, ttl: 299 }],
    ["irn_publish", { ...PROPOSAL, ttl: "300" }],
    ["irn_publish", { ...PROPOSAL, tag: 4000 }],
    ["irn_publish", { ...PROPOSAL, prompt: "yes" }],
    ["irn_publish", { ...PROPOSAL, urgent: true }],
    ["irn_publish", { ...PROPOSAL, tag: 1108, ttl: 604_801 }],
    ["irn_batchFetchMessages", { topic: TOPIC }],
  ];
  for (const [method, params] of wrong) {
    const answer = await ask(socket, method, params);
    expect(answer, `${method} ${JSON.stringify(params)}`).toMatchObject({
      id: "1",
      error: { code: method === "irn_watchEverything" ? -32601 : -32602 },
    });
  }
  expect(relay.violations).toHaveLength(wrong.length);
  expect(relay.messages).toEqual([]);
  socket.close();
});

test("the relay's double keeps a message for its time to live, and delivers it to all but its sender", async () => {
  const [sender, receiver, late] = [await open(), await open(), await open()];
  const subscribed = await ask(receiver, "irn_subscribe", { topic: TOPIC });
  expect(subscribed.result).toMatch(/^[0-9a-f]{64}$/);
  await ask(sender, "irn_subscribe", { topic: TOPIC });

  const pushed = next(receiver);
  expect(await ask(sender, "irn_publish", PROPOSAL)).toMatchObject({ result: true });
  const { id, method, params } = await pushed;
  expect(method).toBe("irn_subscription");
  expect(params).toMatchObject({
    id: subscribed.result,
    data: { topic: TOPIC, message: PROPOSAL.message, tag: 1100, publishedAt: NOON },
  });
  receiver.send(JSON.stringify({ id, jsonrpc: "2.0", result: true }));

  now += 299_000;
  const fetched = { messages: [expect.objectContaining({ message: PROPOSAL.message })] };
  expect(await ask(late, "irn_batchFetchMessages", { topics: [TOPIC] })).toMatchObject({
    result: fetched,
  });
  now += 1_000;
  const later = await open();
  for (const client of [sender, receiver, late, later]) {
    expect(await ask(client, "irn_batchFetchMessages", { topics: [TOPIC] })).toMatchObject({
      result: { messages: [], hasMore: false },
    });
  }
  expect(relay.violations).toEqual([]);
  for (const socket of [sender, receiver, late, later]) socket.close();
});

test("no build contains a double, with every feature of the kit or with none", async ({
  mainnet,
  features,
}) => {
  // Each text is from another mock, and AppKit contains none of them.
  const traces = ["The relay has no method", "The verify page was asked for", "Careful Wallet"];
  const foundIn = async (folder: string) => {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(path.join(file.parentPath, file.name), "utf8")),
    );
    return traces.filter((trace) => texts.some((text) => text.includes(trace)));
  };
  expect(await foundIn(import.meta.dirname)).toEqual(traces);
  expect(await foundIn(mainnet.folder)).toEqual([]);
  expect(await foundIn(features.folder)).toEqual([]);
});
