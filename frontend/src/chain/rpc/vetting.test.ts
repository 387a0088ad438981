// @vitest-environment node
import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { UnfitEndpoint } from "./endpoint-error.ts";
import { firstBatch, vet } from "./vetting.ts";

const ticketAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const call = { method: "eth_call", params: [{ to: ticketAddress }, "latest"] };
const CODE = "0x60c0de";
const codeSha256 = createHash("sha256").update(Buffer.from("60c0de", "hex")).digest("hex");

const asked = (recorded: string | null) =>
  firstBatch([call], { ticketAddress, codeSha256: recorded }).map(({ id, method, params }) => ({
    id,
    method,
    params,
  }));

/** An endpoint's answers by the method that they answer, each at its place behind the call. */
function answering(told: Partial<Record<string, unknown>> = {}) {
  const answers: Partial<Record<string, unknown>> = {
    eth_chainId: "0x2105",
    eth_getBlockByNumber: { number: "0x10", timestamp: "0x6543", hash: "0x" },
    eth_getCode: CODE,
    ...told,
  };
  const [, ...batch] = firstBatch([call], { ticketAddress, codeSha256 });
  return (index: number) => answers[batch[index]?.method ?? ""];
}

describe("firstBatch", () => {
  it("asks for the call and for what shows chain, head and code", () => {
    expect(asked(codeSha256)).toEqual([
      { id: 0, ...call },
      { id: 1, method: "eth_chainId", params: [] },
      { id: 2, method: "eth_getBlockByNumber", params: ["latest", false] },
      { id: 3, method: "eth_getCode", params: [ticketAddress, "latest"] },
    ]);
  });

  it("asks for several calls in order, and for the rest behind them", () => {
    const other = { method: "eth_gasPrice", params: [] };
    const batch = firstBatch([call, other], { ticketAddress, codeSha256: null });
    expect(batch.map(({ id, method }) => [id, method])).toEqual([
      [0, "eth_call"],
      [1, "eth_gasPrice"],
      [2, "eth_chainId"],
      [3, "eth_getBlockByNumber"],
    ]);
  });

  it("asks for no code that there is nothing to compare with", () => {
    expect(asked(null).map(({ method }) => method)).not.toContain("eth_getCode");
  });

  it.each([
    ["no crypto", undefined],
    ["no hashes, as over plain HTTP", {}],
  ])("asks for no code where the browser has %s", (_, crypto) => {
    vi.stubGlobal("crypto", crypto);
    expect(asked(codeSha256).map(({ method }) => method)).toEqual([
      "eth_call",
      "eth_chainId",
      "eth_getBlockByNumber",
    ]);
  });
});

describe("vet", () => {
  it("gives the head of an endpoint with the right chain and code", async () => {
    await expect(vet(answering(), { chainId: 8453, codeSha256 })).resolves.toEqual({
      number: 16n,
      timestamp: 0x6543n,
    });
  });

  it("refuses another chain, and says which", async () => {
    const vetted = vet(answering(), { chainId: 1, codeSha256 });
    await expect(vetted).rejects.toThrow(UnfitEndpoint);
    await expect(vetted).rejects.toThrow("It serves chain 8453, not 1");
  });

  it.each(["0x", "0x60c0", "0x60c0df", "0xbadc0de0"])("refuses the code %s", async (code) => {
    const vetted = vet(answering({ eth_getCode: code }), { chainId: 8453, codeSha256 });
    await expect(vetted).rejects.toThrow(UnfitEndpoint);
    await expect(vetted).rejects.toThrow("Its contract has other code");
  });

  it.each([0, 31])("refuses code whose hash differs in byte %d alone", async (index) => {
    const bytes = Buffer.from(codeSha256, "hex");
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    const vetted = vet(answering(), { chainId: 8453, codeSha256: bytes.toString("hex") });
    await expect(vetted).rejects.toThrow("Its contract has other code");
  });

  it("compares no code as it is: nothing", async () => {
    const vetted = vet(answering({ eth_getCode: "0x" }), {
      chainId: 8453,
      codeSha256: createHash("sha256").digest("hex"),
    });
    await expect(vetted).resolves.toMatchObject({ number: 16n });
  });

  it("refuses what is no code", async () => {
    const vetted = vet(answering({ eth_getCode: "<html>" }), { chainId: 8453, codeSha256 });
    await expect(vetted).rejects.toThrow("Not data");
  });

  it("takes any code where none is recorded, and where the browser has no hashes", async () => {
    const other = answering({ eth_getCode: "0xbadc0de0" });
    await expect(vet(other, { chainId: 8453, codeSha256: null })).resolves.toMatchObject({
      number: 16n,
    });
    vi.stubGlobal("crypto", {});
    await expect(vet(other, { chainId: 8453, codeSha256 })).resolves.toMatchObject({ number: 16n });
  });

  it.each([null, undefined, {}, "0x10", { number: "0x10" }, { timestamp: "0x10" }])(
    "refuses the head %o",
    async (head) => {
      const vetted = vet(answering({ eth_getBlockByNumber: head }), { chainId: 8453, codeSha256 });
      await expect(vetted).rejects.toThrow("Not a quantity");
    },
  );
});
