import { createHash } from "node:crypto";
import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { type WebSocket, WebSocketServer } from "ws";
import { admit } from "./relay-auth.ts";
import { methodOfTag, type Publication, RelayRefusal, readCall } from "./relay-rpc.ts";

const PAGE_RELAY_URL = "wss://relay.walletconnect.org";

/** Our assumption: the close code for clients that the relay refuses. */
const UNAUTHORIZED = 3000;

export interface RelayedMessage extends Publication {
  readonly from: "page" | "wallet";
  readonly method: string;
}

interface Socket {
  send(text: string): void;
  close(code: number, reason: string): void;
}

interface Letter extends RelayedMessage {
  readonly clientId: string;
  readonly publishedAt: number;
  readonly expiresAt: number;
  readonly received: Set<string>;
}

interface Client {
  readonly id: string;
  readonly from: RelayedMessage["from"];
  readonly socket: Socket;
  readonly topics: Set<string>;
  readonly pushed: Map<string, Letter>;
}

/**
 * Keeps each message for its lifetime, and delivers it to every subscriber except the sender.
 * Rejects what the documents don't describe.
 */
export class Relay {
  readonly url: string;
  readonly messages: RelayedMessage[] = [];
  readonly violations: string[] = [];
  refusal: string | null = null;
  /** If set, the page's sockets never open, like on a network that drops all packets. */
  stalled = false;
  /** The addresses of the page's sockets. */
  readonly dialled: string[] = [];
  readonly #server: WebSocketServer;
  readonly #letters: Letter[] = [];
  readonly #clients = new Set<Client>();
  readonly #kept = new EventEmitter();
  readonly #now: () => number;
  #lastPush = 0;

  private constructor(server: WebSocketServer, now: () => number) {
    this.#server = server;
    this.#now = now;
    this.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (socket, { url = "" }) => this.#acceptWallet(socket, url));
  }

  static async start(now: () => number = Date.now): Promise<Relay> {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await once(server, "listening");
    return new Relay(server, now);
  }

  /** Call it before the page opens. */
  async serve(page: Page): Promise<void> {
    await page.routeWebSocket(/^wss:\/\/relay\.walletconnect\./, async (route) => {
      this.dialled.push(route.url());
      if (this.stalled) await new Promise(() => undefined);
      const socket: Socket = {
        send: (text) => route.send(text),
        close: (code, reason) => setImmediate(() => void route.close({ code, reason })),
      };
      const client = this.#accept(socket, "page", route.url(), PAGE_RELAY_URL);
      if (client === null) return;
      route.onMessage((text) => this.#take(client, text.toString()));
      route.onClose(() => this.#clients.delete(client));
    });
  }

  get attempts(): number {
    return this.dialled.length;
  }

  sent(method: string, from?: RelayedMessage["from"]): RelayedMessage[] {
    return this.messages.filter(
      (message) => message.method === method && (from ?? message.from) === message.from,
    );
  }

  async next(method: string, from?: RelayedMessage["from"]): Promise<RelayedMessage> {
    for (;;) {
      const [first] = this.sent(method, from);
      if (first !== undefined) return first;
      await once(this.#kept, "message");
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
    await once(this.#server, "close");
  }

  #acceptWallet(socket: WebSocket, path: string): void {
    const client = this.#accept(socket, "wallet", new URL(path, this.url).href, this.url);
    if (client === null) return;
    socket.on("message", (data) => this.#take(client, data.toString()));
    socket.on("close", () => this.#clients.delete(client));
  }

  #accept(
    socket: Socket,
    from: RelayedMessage["from"],
    address: string,
    relayUrl: string,
  ): Client | null {
    const admission = admit(address, relayUrl, Math.floor(this.#now() / 1_000));
    if (this.refusal !== null || "refusal" in admission) {
      const asTold = this.refusal !== null;
      const reason = "refusal" in admission ? admission.refusal : String(this.refusal);
      if (!asTold) this.violations.push(`${from}: ${reason}`);
      socket.close(UNAUTHORIZED, this.refusal ?? reason);
      return null;
    }
    const client: Client = {
      id: admission.clientId,
      from,
      socket,
      topics: new Set(),
      pushed: new Map(),
    };
    this.#clients.add(client);
    return client;
  }

  #take(client: Client, text: string): void {
    let id: unknown = null;
    try {
      const message = parse(text);
      id = message.id;
      if (!("method" in message)) {
        this.#confirm(client, message);
        return;
      }
      const request = readCall(message);
      const result = this.#answer(client, request.call);
      this.#send(client, { id: request.id, jsonrpc: "2.0", result });
      if (request.call.does === "subscribe") this.#deliver(client);
      if (request.call.does === "publish") for (const each of this.#clients) this.#deliver(each);
    } catch (error) {
      if (!(error instanceof RelayRefusal)) throw error;
      this.violations.push(`${client.from}: ${error.message}`);
      this.#send(client, {
        id: id as string | number | null,
        jsonrpc: "2.0",
        error: { code: error.code, message: error.message },
      });
    }
  }

  #confirm(client: Client, { id, result }: Record<string, unknown>): void {
    const letter = client.pushed.get(String(id));
    if (letter === undefined || result !== true) {
      throw new RelayRefusal(-32600, `An answer to nothing that was asked: ${id}`);
    }
    client.pushed.delete(String(id));
    letter.received.add(client.id);
  }

  #answer(client: Client, call: ReturnType<typeof readCall>["call"]): unknown {
    switch (call.does) {
      case "publish":
        this.#keep(client, call.publication);
        return true;
      case "subscribe": {
        for (const topic of call.topics) client.topics.add(topic);
        const ids = call.topics.map((topic) => subscriptionId(client, topic));
        return call.batch ? ids : ids[0];
      }
      case "unsubscribe":
        client.topics.delete(call.topic);
        return true;
      case "fetch": {
        const letters = this.#letters.filter(
          (letter) => call.topics.includes(letter.topic) && this.#isFor(client, letter),
        );
        for (const letter of letters) letter.received.add(client.id);
        return { messages: letters.map(data), hasMore: false };
      }
      default:
        return call satisfies never;
    }
  }

  #keep(client: Client, publication: Publication): void {
    const publishedAt = this.#now();
    const message = {
      ...publication,
      from: client.from,
      method: methodOfTag(publication.tag),
    };
    this.messages.push(message);
    this.#letters.push({
      ...message,
      clientId: client.id,
      publishedAt,
      expiresAt: publishedAt + publication.ttl * 1_000,
      received: new Set(),
    });
    this.#kept.emit("message");
  }

  #deliver(client: Client): void {
    const waiting = new Set(client.pushed.values());
    for (const letter of this.#letters) {
      if (!client.topics.has(letter.topic) || waiting.has(letter)) continue;
      if (!this.#isFor(client, letter)) continue;
      this.#lastPush += 1;
      // The documents suggest 19 digits, but JSON parsers lose precision above 16.
      const id = 1_000_000_000_000_000 + this.#lastPush;
      client.pushed.set(String(id), letter);
      this.#send(client, {
        id,
        jsonrpc: "2.0",
        method: "irn_subscription",
        params: { id: subscriptionId(client, letter.topic), data: data(letter) },
      });
    }
  }

  #isFor(client: Client, letter: Letter): boolean {
    return (
      letter.clientId !== client.id &&
      !letter.received.has(client.id) &&
      letter.expiresAt > this.#now()
    );
  }

  #send(client: Client, message: object): void {
    // The mailbox keeps the message for a disconnected subscriber.
    if (this.#clients.has(client)) client.socket.send(JSON.stringify(message));
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message === "object" && message !== null) return message as Record<string, unknown>;
  } catch {}
  throw new RelayRefusal(-32700, `Not JSON: ${text.slice(0, 40)}`);
}

function data({ topic, message, publishedAt, tag, attestation }: Letter) {
  return { topic, message, publishedAt, tag, attestation };
}

function subscriptionId(client: Client, topic: string): string {
  return createHash("sha256").update(client.id).update(topic).digest("hex");
}
