import { expect, it } from "vitest";
import { findQuietly } from "./pending-sign-ins.ts";

it("finds nothing where the client's store would throw, and what is there", () => {
  const engine = {
    getPendingAuthRequest(id: number): unknown {
      if (id === 1) return { id };
      throw new Error(`No matching key. authKeys: ${id}`);
    },
  };
  findQuietly(engine);
  expect(engine.getPendingAuthRequest(1)).toEqual({ id: 1 });
  expect(engine.getPendingAuthRequest(2)).toBeUndefined();
});
