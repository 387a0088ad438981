import { describe, expect, it, vi } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";
import { LateRelay, type RelayModule } from "./late-relay.ts";
import type { RelayClient } from "./relay-client.ts";

const FAILURE = "Could not be loaded.";

class Client {
  readonly client = {
    engine: { getPendingAuthRequest: () => undefined, deleteSession: async () => undefined },
    core: {
      relayer: {
        connect: async () => undefined,
        createProvider: async () => undefined,
        provider: { connect: async () => undefined },
        on: () => undefined,
      },
      history: { values: [], on: () => undefined, off: () => undefined },
      pairing: { create: async () => ({ topic: "", uri: "" }) },
      verify: { register: async () => "" },
    },
  };
  readonly events = { emit: () => undefined };
  readonly listeners: [string, (...given: never[]) => void][] = [];
  readonly connected: object[] = [];
  session: RelayClient["session"];

  on(event: string, listener: (...given: never[]) => void) {
    this.listeners.push([event, listener]);
  }

  async request() {
    return null;
  }

  async connect(given: object) {
    this.connected.push(given);
    this.session = { topic: "session", peer: { metadata: {} } };
    return this.session;
  }
}

function relay() {
  const client = new Client();
  const init = vi.fn(async (_options: object): Promise<RelayClient> => client);
  const arrivals: ReturnType<typeof deferred<RelayModule>>[] = [];
  const late = new LateRelay(() => {
    const arrival = deferred<RelayModule>();
    arrivals.push(arrival);
    return arrival.promise;
  }, FAILURE);
  const arrive = () => arrivals.at(-1)?.resolve({ UniversalProvider: { init } });
  const fail = () => arrivals.at(-1)?.reject(new TypeError("Failed to fetch"));
  return { late, client, init, arrivals, arrive, fail };
}

it("gives the kit its provider at once, and loads nothing", async () => {
  const { late, arrivals } = relay();
  expect(await late.init({ projectId: "id" })).toBe(late.provider);
  expect(Reflect.get(late.provider, "session")).toBeUndefined();
  expect(arrivals).toEqual([]);
});

it("starts the client once, with the kit's options, however many wait for it", async () => {
  const { late, client, init, arrivals, arrive } = relay();
  await late.init({ projectId: "id" });
  const waiting = [late.start(), late.start()];
  arrive();
  expect(await Promise.all(waiting)).toEqual([client, client]);
  expect(await late.start()).toBe(client);
  expect(arrivals).toHaveLength(1);
  expect(init.mock.calls).toEqual([[{ projectId: "id" }]]);
});

it("passes on what the kit has listened for", async () => {
  const { late, client, arrive } = relay();
  const listener = () => undefined;
  await late.init({});
  late.provider.on("display_uri", listener);
  const started = late.start();
  arrive();
  await started;
  expect(client.listeners).toEqual([["display_uri", listener]]);
});

it("is the client once that has started", async () => {
  const { late, client, arrive } = relay();
  await late.init({});
  const started = late.start();
  arrive();
  await started;
  expect(Reflect.get(late.provider, "client")).toBe(client.client);
  await late.provider.connect({ optionalNamespaces: {} });
  // The test called a method through the provider, and the client set this value in it.
  expect(client.session).toMatchObject({ topic: "session" });
  expect(Reflect.get(late.provider, "session")).toMatchObject({ topic: "session" });
});

describe("connecting before the client has started", () => {
  it("waits for it, and then connects as asked", async () => {
    const { late, client, arrive } = relay();
    await late.init({});
    const connected = late.provider.connect({ optionalNamespaces: { eip155: {} } });
    arrive();
    expect(await connected).toMatchObject({ topic: "session" });
    expect(client.connected).toEqual([{ optionalNamespaces: { eip155: {} } }]);
  });

  it("connects for the last press only", async () => {
    const { late, client, arrive } = relay();
    await late.init({});
    const first = vi.fn();
    late.provider.connect({ press: 1 }).then(first, first);
    const second = late.provider.connect({ press: 2 });
    arrive();
    await second;
    expect(client.connected).toEqual([{ press: 2 }]);
    expect(first).not.toHaveBeenCalled();
  });

  it("fails in the page's words if the client can't be had, and another press tries again", async () => {
    const { late, client, arrivals, fail, arrive } = relay();
    await late.init({});
    const first = late.provider.connect({});
    fail();
    await expect(first).rejects.toThrow(FAILURE);
    await expect(first).rejects.toMatchObject({ cause: new TypeError("Failed to fetch") });
    const second = late.provider.connect({});
    expect(arrivals).toHaveLength(2);
    arrive();
    await second;
    expect(client.connected).toHaveLength(1);
  });
});

it("runs what waits for the client, before it has started or after", async () => {
  const { late, client, arrive } = relay();
  const [early, afterwards] = [vi.fn(), vi.fn()];
  await late.init({});
  late.whenStarted(early);
  const started = late.start();
  expect(early).not.toHaveBeenCalled();
  arrive();
  await started;
  late.whenStarted(afterwards);
  expect(early.mock.calls).toEqual([[client]]);
  expect(afterwards.mock.calls).toEqual([[client]]);
});

it("loads nothing if the kit has a client of its own, as on the development server", async () => {
  const { late, arrivals } = relay();
  await expect(late.start()).rejects.toThrow(FAILURE);
  expect(arrivals).toEqual([]);
});
