// @vitest-environment node
import { AbiCoder, encodeBase64, toUtf8Bytes } from "ethers";
import { describe, expect, it } from "vitest";
import { createPictureReader } from "./pictures.ts";
import type { Transport } from "./transport.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const PLAIN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><path fill="#fff" d="M0 0h9"/></svg>';
const BOMB = PLAIN.replace("<path", '<use href="#a"/><path');

const base64 = (type: string, text: string) =>
  `data:${type};base64,${encodeBase64(toUtf8Bytes(text))}`;
const image = (svg: string) => base64("image/svg+xml", svg);
const metadata = (content: unknown) => base64("application/json", JSON.stringify(content));

/** The first answer that the reader takes is the endpoint's that is believed; it throws where no answer is taken. */
function reading(...uris: string[]) {
  const asked: unknown[] = [];
  const transport: Transport = {
    async request(call, read) {
      asked.push(call);
      let refusal: unknown;
      for (const uri of uris) {
        try {
          return read(AbiCoder.defaultAbiCoder().encode(["string"], [uri]));
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },
  };
  return { asked, read: createPictureReader(transport, TICKET) };
}

it("reads the picture of each ticket", async () => {
  const { asked, read } = reading(metadata({ image: image(PLAIN) }));
  expect(await read([7n, 8n])).toEqual([
    { tokenId: 7n, image: image(PLAIN) },
    { tokenId: 8n, image: image(PLAIN) },
  ]);
  expect(asked).toHaveLength(2);
});

it("asks the next endpoint when one sends a picture that the contract can't have drawn", async () => {
  const { read } = reading(metadata({ image: image(BOMB) }), metadata({ image: image(PLAIN) }));
  expect(await read([7n])).toEqual([{ tokenId: 7n, image: image(PLAIN) }]);
});

describe("shows none", () => {
  it.each([
    ["that is elsewhere", metadata({ image: "https://tracker.example/7.png" }), "is not on chain"],
    ["whose metadata is elsewhere", "ipfs://bafy/7", "metadata is not on chain"],
    ["that is no text", metadata({ image: 7 }), "is not on chain"],
    ["that is missing", metadata(null), "is not on chain"],
    [
      "that the contract does not draw",
      metadata({ image: image(BOMB) }),
      "not one that the contract",
    ],
    [
      "in 100,000 letters of metadata",
      metadata({ image: image(PLAIN), name: "x".repeat(99_000) }),
      "is too long",
    ],
  ])("%s", async (_, uri, words) => {
    await expect(reading(uri).read([7n])).rejects.toThrow(words);
  });
});
