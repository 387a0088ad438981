// @vitest-environment node
import { Interface } from "ethers";
import { describe, expect, it } from "vitest";
import type { RpcCall, Transport } from "../rpc/transport.ts";
import { createPictureReader } from "./pictures.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const contract = new Interface(["function tokenURI(uint256) view returns (string)"]);

const PLAIN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><path fill="#fff" d="M0 0h9"/></svg>';
const SVG = `data:image/svg+xml;base64,${btoa(PLAIN)}`;
const BOMB = `data:image/svg+xml;base64,${btoa(PLAIN.replace("<path", '<use href="#a"/><path'))}`;
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

  it.each([
    ["that the contract does not draw", { image: BOMB }, "not one that the contract"],
    ["in 100,000 letters of metadata", { image: SVG, name: "x".repeat(99_000) }, "is too long"],
  ])("shows none %s", async (_, metadata, words) => {
    await expect(reading(() => jsonUri(metadata)).read([7n])).rejects.toThrow(words);
  });

  it("asks the next endpoint when one sends a picture that the contract can't have drawn", async () => {
    const uris = [jsonUri({ image: BOMB }), jsonUri({ image: SVG })];
    const transport: Transport = {
      async request(_, accept) {
        let refusal: unknown;
        for (const uri of uris) {
          try {
            return accept(contract.encodeFunctionResult("tokenURI", [uri]));
          } catch (error) {
            refusal = error;
          }
        }
        throw refusal;
      },
    };
    expect(await createPictureReader(transport, TICKET)([7n])).toEqual([
      { tokenId: 7n, image: SVG },
    ]);
  });
});
