import { beforeEach, describe, expect, it, vi } from "vitest";
import { servedAnswer } from "../../../../test/doubles/rpc/served.ts";
import { parseLink } from "../../domain/order/link.ts";
import { createTransport } from "../rpc/create-transport.ts";
import { messages } from "../rpc/json-rpc.ts";
import { type Post, post } from "../rpc/post.ts";
import { servedCall } from "../rpc/vetting.ts";
import { type EarlyRead, firstReadOf, firstReads, sendAhead, takeOver } from "./first-read.ts";
import { saleCall } from "./reader.ts";

const URL = "http://127.0.0.1:8545";
const call = { method: "eth_call", params: [{ to: "0x1" }, "latest"] };
const deployment = { chainId: 31_337, ticketAddress: "0x1", codeSha256: null };
const body = JSON.stringify(messages([call, servedCall(deployment.ticketAddress)]));
const asText = String;

const answer = (value: string) =>
  new Response(
    JSON.stringify([
      { jsonrpc: "2.0", id: 0, result: value },
      {
        jsonrpc: "2.0",
        id: 1,
        result: servedAnswer({ chainId: 31_337, timestamp: 1, code: "0x" }),
      },
    ]),
  );

const send = vi.fn<Post>();

/** @param respond replaces `fetch` and gets its signal */
function earlyReadWith(
  respond: (signal: AbortSignal) => Promise<Response>,
  request = { url: URL, body },
) {
  const controller = new AbortController();
  return { ...request, response: respond(controller.signal), controller };
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

function transportAfter(early: EarlyRead) {
  return createTransport([URL], deployment, takeOver(early, send));
}

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset();
  send.mockImplementation(async () => answer("sent"));
});

describe("firstReads", () => {
  it("are none without an endpoint", () => {
    expect(firstReads({ ...deployment, rpcUrls: [] })).toBeNull();
  });

  it.each(["abc", "-".repeat(32), "z".repeat(32), "x_1-9"])("take the code %s", (code) => {
    const reads = firstReads({ ...deployment, rpcUrls: [URL, "http://127.0.0.1:8546"] });
    const query = { quantity: 1, affiliateCode: code };
    const calls = [saleCall(deployment.ticketAddress, query), servedCall(deployment.ticketAddress)];
    expect(reads && firstReadOf(parseLink(`?a=${code}`), reads)).toEqual({
      url: URL,
      body: JSON.stringify(messages(calls)),
    });
  });
});

describe("sendAhead", () => {
  it("sends the read with a signal that ends it, and hands it over", async () => {
    const early = sendAhead({ url: URL, body }, send);
    expect(send).toHaveBeenCalledExactlyOnceWith(URL, body, early.controller.signal);
    expect(await transportAfter(early).request(call, asText)).toBe("sent");
    expect(send).toHaveBeenCalledOnce();
  });

  it("leaves a failure to the code that takes the read over", async () => {
    vi.useRealTimers();
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    // A mock would handle the rejection itself.
    const fail: Post = () => Promise.reject(new TypeError("Failed to fetch"));
    const early = sendAhead({ url: URL, body }, fail);
    await new Promise(setImmediate);
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    await expect(early.response).rejects.toThrow("Failed to fetch");
  });
});

describe("takeOver", () => {
  it("gives the inline script's answer once", async () => {
    const take = takeOver(
      earlyReadWith(async () => answer("early")),
      send,
    );
    const { signal } = new AbortController();
    expect(await (await take(URL, body, signal)).text()).toContain("early");
    await take(URL, body, signal);
    expect(send).toHaveBeenCalledExactlyOnceWith(URL, body, signal);
  });

  it.each([
    ["another endpoint", { url: "http://127.0.0.1:8546", body }],
    ["another call", { url: URL, body: body.replace("0x1", "0x2") }],
  ])("does not give it to a request for %s", async (_, request) => {
    const early = earlyReadWith(async () => answer("early"), request);
    expect(await transportAfter(early).request(call, asText)).toBe("sent");
  });

  it.each<[string, (signal: AbortSignal) => Promise<Response>, number]>([
    ["failed", () => Promise.reject(new TypeError("Failed to fetch")), 150],
    ["was refused", async () => new Response("busy", { status: 503 }), 150],
    ["never came", aborted, 10_150],
  ])("asks again as usual when the inline script's request %s", async (_, respond, ms) => {
    const early = earlyReadWith(respond);
    early.response.catch(() => undefined);
    const asked = transportAfter(early).request(call, asText);
    await vi.advanceTimersByTimeAsync(ms);
    expect(await asked).toBe("sent");
  });

  it("ends with the request's own signal", async () => {
    const take = takeOver(earlyReadWith(aborted), send);
    const controller = new AbortController();
    const reason = new Error("enough");
    const caught = expect(take(URL, body, controller.signal)).rejects.toBe(reason);
    controller.abort(reason);
    await caught;
  });
});

it("posts JSON without cookies and referrer", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer("x"));
  vi.stubGlobal("fetch", fetch);
  const { signal } = new AbortController();
  await post(URL, body, signal);
  expect(fetch).toHaveBeenCalledExactlyOnceWith(URL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  });
});
