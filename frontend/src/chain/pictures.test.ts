// @vitest-environment node
import { Interface } from "ethers";
import { describe, expect, it } from "vitest";
import { createPictureReader } from "./pictures.ts";
import type { RpcCall, Transport } from "./transport.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const contract = new Interface(["function tokenURI(uint256) view returns (string)"]);

const SVG = `data:image/svg+xml;base64,${btoa("<svg xmlns='http://www.w3.org/2000/svg'/>")}`;
const jsonUri = (metadata: unknown) =>
  `data:application/json;base64,${btoa(JSON.stringify(metadata))}`;

/** An endpoint that gives each ticket's address as the test says. */
function reading(uriOf: (tokenId: bigint) => string) {
  const calls: RpcCall[] = [];
  const transport: Transport = {
    request: async (call, accept) => {
      calls.push(call);
      const [{ data }] = call.params as [{ data: string }];
      const [tokenId] = contract.decodeFunctionData("tokenURI", data);
      return accept(contract.encodeFunctionResult("tokenURI", [uriOf(tokenId)]));
    },
  };
  return { calls, read: createPictureReader(transport, TICKET) };
}

describe("createPictureReader", () => {
  it("reads each ticket's picture out of its metadata, in order", async () => {
    const { calls, read } = reading((tokenId) => jsonUri({ name: `#${tokenId}`, image: SVG }));
    await expect(read([7n, 8n])).resolves.toEqual([
      { tokenId: 7n, image: SVG },
      { tokenId: 8n, image: SVG },
    ]);
    expect(calls[0]).toEqual({
      method: "eth_call",
      params: [{ to: TICKET, data: contract.encodeFunctionData("tokenURI", [7n]) }, "latest"],
    });
  });

  it("asks nothing for no tickets", async () => {
    const { calls, read } = reading(() => "");
    await expect(read([])).resolves.toEqual([]);
    expect(calls).toEqual([]);
  });

  it.each([
    ["https", "https://tracker.example/7.svg"],
    ["IPFS", "ipfs://bafy/7.svg"],
    ["a script", "javascript:alert(1)"],
    ["another kind of data", `data:text/html;base64,${btoa("<script>alert(1)</script>")}`],
    ["SVG that is not encoded", "data:image/svg+xml,<svg/>"],
    ["a data address further on", `https://tracker.example/?${SVG}`],
    ["no text", 7],
    ["null", null],
  ])("shows no picture at %s", async (_, image) => {
    const { read } = reading(() => jsonUri({ image }));
    await expect(read([7n])).rejects.toThrow(new TypeError("The picture is not on chain"));
  });

  it.each([{}, null, []])("shows no picture of the metadata %j", async (metadata) => {
    const { read } = reading(() => jsonUri(metadata));
    await expect(read([7n])).rejects.toThrow(new TypeError("The picture is not on chain"));
  });

  it.each([
    "https://tracker.example/7.json",
    "",
    `data:application/json,${JSON.stringify({ image: SVG })}`,
    `https://tracker.example/?${jsonUri({ image: SVG })}`,
  ])("reads no metadata at %j", async (uri) => {
    const { read } = reading(() => uri);
    await expect(read([7n])).rejects.toThrow(new TypeError("The metadata is not on chain"));
  });

  it("shows none when one of them is elsewhere", async () => {
    const { read } = reading((tokenId) =>
      jsonUri({ image: tokenId === 8n ? "https://tracker.example/8.svg" : SVG }),
    );
    await expect(read([7n, 8n])).rejects.toThrow(new TypeError("The picture is not on chain"));
  });

  it("takes no answer that is no data", async () => {
    const transport: Transport = { request: async (_, accept) => accept("<html>") };
    await expect(createPictureReader(transport, TICKET)([7n])).rejects.toThrow("Not data");
  });
});
