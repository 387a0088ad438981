import { expect, it } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";
import { shareConnectionAttempts } from "./one-relay-connection.ts";

function relayer() {
  const searches: ReturnType<typeof deferred<void>>[] = [];
  const one = {
    connect(_relayUrl?: string): Promise<void> {
      const search = deferred<void>();
      searches.push(search);
      return search.promise;
    },
  };
  shareConnectionAttempts(one);
  return { one, searches };
}

it("connects to the relay once, however many callers wait for it", async () => {
  const { one, searches } = relayer();
  const waiting = [one.connect(), one.connect(), one.connect()];
  expect(searches).toHaveLength(1);
  searches[0]?.resolve();
  await Promise.all(waiting);
});

it("connects again after an attempt has ended, in success or failure", async () => {
  const { one, searches } = relayer();
  const first = one.connect();
  searches[0]?.reject(new Error("No internet connection"));
  await expect(first).rejects.toThrow("No internet connection");
  const second = one.connect();
  expect(searches).toHaveLength(2);
  searches[1]?.resolve();
  await second;
});
