import { W3mFrameSchema } from "@reown/appkit-wallet";
import { expect, test } from "vitest";
import { acceptReply } from "./smart-account-reply.ts";

const REPLY = {
  type: "@w3m-frame/INIT_SMART_ACCOUNT_SUCCESS",
  id: "1",
  payload: { address: "0x01", isDeployed: true },
};

function mended() {
  const schema = { parse: (data: unknown): unknown => W3mFrameSchema.frameEvent.parse(data) };
  acceptReply(schema);
  return schema;
}

test("accepts the reply that kit 1.7.4 refuses", () => {
  expect(() => W3mFrameSchema.frameEvent.parse(REPLY)).toThrow("Invalid");
  expect(mended().parse(REPLY)).toEqual(REPLY);
});

test.each([
  { ...REPLY, payload: undefined },
  { ...REPLY, payload: { isDeployed: true } },
  { ...REPLY, payload: { address: "0x01", isDeployed: "yes" } },
  { ...REPLY, type: "@w3m-frame/OTHER_SUCCESS" },
  null,
])("refuses what is none: %j", (data) => {
  expect(() => mended().parse(data)).toThrow("Invalid");
});

test("leaves all other messages to the kit", () => {
  const event = { type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", payload: { chainId: 1 } };
  expect(mended().parse({ ...event, more: true })).toEqual(event);
});
