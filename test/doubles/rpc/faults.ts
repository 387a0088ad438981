import { priceStep } from "../../../collection.ts";
import {
  type Body,
  endpoint,
  type FakeEndpoint,
  type Message,
  type Reply,
  refusing,
  serving,
} from "./rpc-endpoints.ts";
import { ticketAnswers } from "./ticket-answers.ts";

const WRONG_PRICE = 500n * priceStep;

const lying = (overrides: Parameters<typeof serving>[0] = {}) =>
  serving({ answer: ticketAnswers({ price: WRONG_PRICE }), ...overrides });

const always = (reply: Reply) => () => endpoint(() => reply);

/** Answers with another request's ids, like a proxy that mixes up its clients. */
function withOtherIds(body: Body, count: number): Reply {
  const other = (message: Message) => ({ ...message, id: message.id + 7 });
  return lying()(Array.isArray(body) ? body.map(other) : other(body), count);
}

export const faults = {
  "refuses connections": refusing,
  "is silent": always("silent"),
  "closes half-way": always("cut"),
  "answers 429, Retry-After 3 s": always({ status: 429, headers: { "retry-after": "3" } }),
  "answers 429, Retry-After 60 s": always({ status: 429, headers: { "retry-after": "60" } }),
  "answers 500": always({ status: 500, body: "oops" }),
  "answers HTML": always({ headers: { "content-type": "text/html" }, body: "<!doctype html>" }),
  "answers truncated JSON": always({ body: '[{"jsonrpc":"2.0","id":0,"result":"0x00' }),
  "answers with other ids": () => endpoint(withOtherIds),
  "serves another chain": () => endpoint(lying({ chainId: 1 })),
  "has other code": () => endpoint(lying({ code: "0xbadc0de0" })),
  "is 1000 blocks behind": () => endpoint(lying({ height: 4_000, age: 12_000 })),
} satisfies Record<string, () => Promise<FakeEndpoint>>;

export type Fault = keyof typeof faults;

export const faultNames = Object.keys(faults) as Fault[];

/**
 * A page with a single endpoint can't detect this fault, because the chain only seems to stand
 * still.
 */
export const LAGGING: Fault = "is 1000 blocks behind";
