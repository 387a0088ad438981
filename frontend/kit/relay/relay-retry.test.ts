import { expect, it, vi } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";
import { makeAttemptsInterruptible } from "./relay-retry.ts";

function relayer() {
  const sockets: ReturnType<typeof deferred<void>>[] = [];
  return {
    sockets,
    provider: { connect: (): Promise<void> => Promise.reject(new Error("No provider yet")) },
    async createProvider() {
      const socket = deferred<void>();
      sockets.push(socket);
      this.provider = { connect: () => socket.promise };
    },
  };
}

it("ends the wait for the socket that is opening, and for no later one", async () => {
  const client = relayer();
  const interrupt = makeAttemptsInterruptible(client);
  interrupt();
  await client.createProvider();
  const first = client.provider.connect();
  interrupt();
  await expect(first).rejects.toThrow("Interrupted by another attempt");

  await client.createProvider();
  const opened = vi.fn();
  const second = client.provider.connect().then(opened);
  await Promise.resolve();
  expect(opened).not.toHaveBeenCalled();
  client.sockets[1]?.resolve();
  await second;
  expect(opened).toHaveBeenCalledOnce();
});

it("passes on the socket's own failure", async () => {
  const client = relayer();
  makeAttemptsInterruptible(client);
  await client.createProvider();
  const attempt = client.provider.connect();
  client.sockets[0]?.reject(new Error("refused"));
  await expect(attempt).rejects.toThrow("refused");
});
