import { expect, it } from "vitest";
import { messages } from "./messages.ts";

it("has the spec's words for success", () => {
  expect(messages.success).toBe("Transaction successful!");
});
