import { expect, it, vi } from "vitest";
import { deferred } from "../../../test/support/deferred.ts";
import { rejectWhenTimedOut } from "./aborted-requests.ts";

/** Clients of the embedded wallet's frame, whose requests end when a test ends them. */
function clients() {
  const answers: ReturnType<typeof deferred<unknown>>[] = [];
  class Client {
    onTimeout: ((reason: string) => void) | undefined;

    constructor(onTimeout?: (reason: string) => void) {
      this.onTimeout = onTimeout;
    }

    appEvent(_event: { type: string }): Promise<unknown> {
      const answer = deferred<unknown>();
      answers.push(answer);
      return answer.promise;
    }
  }
  rejectWhenTimedOut(Client.prototype, { call: "Aborted", other: "Ended" });
  return { Client, answers };
}

it("rejects what is under way when a request has timed out, after the kit's own handler", async () => {
  const { Client } = clients();
  const told = vi.fn();
  const client = new Client(told);
  const otp = client.appEvent({ type: "@w3m-app/CONNECT_OTP" });
  const call = client.appEvent({ type: "@w3m-app/RPC_REQUEST" });
  client.onTimeout?.("iframe_request_timeout");
  expect(told.mock.calls).toEqual([["iframe_request_timeout"]]);
  await expect(otp).rejects.toThrow("Ended");
  await expect(call).rejects.toThrow("Aborted");
});

it("does so for a client without a handler, and each time", async () => {
  const { Client } = clients();
  const client = new Client();
  for (const _ of [1, 2]) {
    const user = client.appEvent({ type: "@w3m-app/GET_USER" });
    client.onTimeout?.("iframe_load_failed");
    await expect(user).rejects.toThrow("Ended");
  }
});

it("leaves answers, refusals and other clients' requests alone", async () => {
  const { Client, answers } = clients();
  const [one, other] = [new Client(), new Client()];
  const answered = one.appEvent({ type: "@w3m-app/GET_USER" });
  const refused = one.appEvent({ type: "@w3m-app/CONNECT_OTP" });
  const elsewhere = other.appEvent({ type: "@w3m-app/GET_USER" });
  answers[0]?.resolve("user");
  answers[1]?.reject(new Error("Wrong code"));
  expect(await answered).toBe("user");
  await expect(refused).rejects.toThrow("Wrong code");
  one.onTimeout?.("iframe_request_timeout");
  answers[2]?.resolve("user");
  expect(await elsewhere).toBe("user");
});

it.each(["@w3m-app/SYNC_THEME", "@w3m-app/SYNC_DAPP_DATA"])(
  "does not reject %s, for which nothing waits",
  async (type) => {
    const { Client, answers } = clients();
    const client = new Client();
    void client.appEvent({ type: "@w3m-app/GET_USER" }).catch(() => undefined);
    const sync = client.appEvent({ type });
    client.onTimeout?.("iframe_load_failed");
    answers[1]?.resolve("synced");
    expect(await sync).toBe("synced");
  },
);
