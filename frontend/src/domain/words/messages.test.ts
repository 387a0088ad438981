import { expect, it } from "vitest";
import { messages } from "./messages.ts";

it("has the words for success", () => {
  expect(messages.success).toBe("Transaction successful!");
});
