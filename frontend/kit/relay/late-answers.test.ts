// @vitest-environment jsdom
import { ConnectorController } from "@reown/appkit-controllers";
import { expect, it, vi } from "vitest";
import { recallAnswer } from "./late-answers.ts";
import type { RelayClient, RequestRecord } from "./relay-client.ts";

const PRESSED = 1_900_000_000_000;

type Changing = { -readonly [Key in keyof RequestRecord]: RequestRecord[Key] };

function relayWith(...records: Changing[]) {
  const listeners = new Set<(record: RequestRecord) => void>();
  const history = {
    values: records,
    on: (_: string, listener: (record: RequestRecord) => void) => listeners.add(listener),
    off: (_: string, listener: (record: RequestRecord) => void) => listeners.delete(listener),
  };
  const start = vi.fn(async () => ({ client: { core: { history } } }) as unknown as RelayClient);
  const answer = (id: number, response: NonNullable<RequestRecord["response"]>) => {
    const record = records.find((each) => each.id === id);
    if (record !== undefined) record.response = response;
    for (const listener of [...listeners]) listener({ ...(record as RequestRecord) });
  };
  return { relay: { start }, answer, listeners };
}

/** The client's ids are in microseconds. */
const asked = (ms: number, method = "eth_sendTransaction"): Changing => ({
  id: (PRESSED + ms) * 1_000 + 7,
  request: { method: "wc_sessionRequest", params: { request: { method, params: [] } } },
});

const connectedBy = (id: string | undefined) =>
  vi.spyOn(ConnectorController, "getConnectorId").mockReturnValue(id);

it("gives the answer that comes later, to this request only", async () => {
  connectedBy("walletConnect");
  const [earlier, own] = [asked(-5), asked(5)];
  const { relay, answer, listeners } = relayWith(earlier, own, asked(9, "personal_sign"));
  const found = await recallAnswer(relay, PRESSED);
  const told = vi.fn();
  void found?.answer.then(told);
  answer(earlier.id, { result: "0xother" });
  await Promise.resolve();
  expect(told).not.toHaveBeenCalled();
  answer(own.id, { result: "0xown" });
  expect(await found?.answer).toBe("0xown");
  expect(listeners.size).toBe(0);
});

it("gives an answer that has come already, and a refusal", async () => {
  connectedBy("walletConnect");
  const own = asked(0);
  own.response = { error: { code: 5000, message: "User rejected." } };
  const found = await recallAnswer(relayWith(own).relay, PRESSED);
  await expect(found?.answer).rejects.toEqual({ code: 5000, message: "User rejected." });
});

it("knows of no answer without a request since then, and asks no relay without a telephone", async () => {
  connectedBy("walletConnect");
  expect(
    await recallAnswer(relayWith(asked(-1), asked(1, "personal_sign")).relay, PRESSED),
  ).toBeNull();
  for (const id of ["io.wallet", undefined]) {
    connectedBy(id);
    const { relay } = relayWith(asked(1));
    expect(await recallAnswer(relay, PRESSED)).toBeNull();
    expect(relay.start).not.toHaveBeenCalled();
  }
});
