import { beforeEach, expect, it, vi } from "vitest";
import { type Deferred, deferred } from "../../../test/support/deferred.ts";
import { waitBriefly } from "./bounded-attestation.ts";

const MESSAGE = { id: "a1", decryptedId: "b2" };

function client() {
  const frames: Deferred<string>[] = [];
  const asked = vi.fn<(message: typeof MESSAGE) => void>();
  const verify = {
    register(message: typeof MESSAGE): Promise<unknown> {
      asked(message);
      const frame = deferred<string>();
      frames.push(frame);
      return frame.promise;
    },
  };
  waitBriefly(verify);
  function register() {
    const outcome: { attestation?: unknown } = {};
    void verify.register(MESSAGE).then((attestation) => {
      outcome.attestation = attestation;
    });
    return outcome;
  }
  return { verify, register, frames, asked };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});

it("hands the attestation on, and leaves no timer", async () => {
  const { verify, frames, asked } = client();
  const attestation = verify.register(MESSAGE);
  frames[0]?.resolve("signed");
  expect(await attestation).toBe("signed");
  expect(asked).toHaveBeenCalledExactlyOnceWith(MESSAGE);
  expect(vi.getTimerCount()).toBe(0);
});

it("waits 800 ms for a frame that does not answer, and no longer", async () => {
  const { register } = client();
  const outcome = register();
  await pass(799);
  expect(outcome).toEqual({});
  await pass(1);
  expect(outcome).toEqual({ attestation: "" });
});

it("waits for no later message, and has one frame at a time, while there is no answer", async () => {
  const { register, frames } = client();
  register();
  await pass(800);
  const second = register();
  await pass(0);
  expect(second).toEqual({ attestation: "" });
  expect(frames).toHaveLength(1);

  frames[0]?.resolve("");
  await pass(0);
  const third = register();
  await pass(0);
  expect(third).toEqual({ attestation: "" });
  expect(frames).toHaveLength(2);
});

it("waits again once a frame has answered late", async () => {
  const { register, frames } = client();
  register();
  await pass(800);
  frames[0]?.resolve("signed late");
  await pass(0);

  const next = register();
  await pass(500);
  expect(next).toEqual({});
  frames[1]?.resolve("signed");
  await pass(0);
  expect(next).toEqual({ attestation: "signed" });
});

it("has a frame for each of two messages at once, while the page answers", async () => {
  const { register, frames } = client();
  const both = [register(), register()];
  frames[0]?.resolve("first");
  frames[1]?.resolve("second");
  await pass(0);
  expect(both).toEqual([{ attestation: "first" }, { attestation: "second" }]);
});

it("passes a failure on, and waits for the next message as before", async () => {
  const { verify, register, frames } = client();
  const first = verify.register(MESSAGE);
  frames[0]?.reject(new Error("no document"));
  await expect(first).rejects.toThrow("no document");
  const second = register();
  await pass(799);
  expect(second).toEqual({});
});
