import { Interface } from "ethers";
import { describe, expect, it, vi } from "vitest";
import { answering, transportOf } from "../../../../test/doubles/rpc/transport-of.ts";
import { expectWarning } from "../../../../test/frontend/support/quiet.ts";
import { Reverted } from "../rpc/transport.ts";
import { createPictureReader } from "./pictures.ts";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const contract = new Interface(["function tokenURI(uint256) view returns (string)"]);

const PLAIN =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"><path fill="#fff" d="M0 0h9"/></svg>';
const SVG = `data:image/svg+xml;base64,${btoa(PLAIN)}`;
const BOMB = `data:image/svg+xml;base64,${btoa(PLAIN.replace("<path", '<use href="#a"/><path'))}`;
const jsonUri = (metadata: unknown) =>
  `data:application/json;base64,${btoa(JSON.stringify(metadata))}`;

const encoded = (uri: string) => contract.encodeFunctionResult("tokenURI", [uri]);
const picture = (image: string, tokenId = 7n) => ({ tokenId, image, traits: [] });

function reading(
  uriOf: (tokenId: bigint) => string,
  folderUrl: string | null = null,
  taken?: Parameters<typeof createPictureReader>[3],
) {
  const asked: bigint[] = [];
  const { transport, calls } = answering(({ params }) => {
    const [{ data }] = params as [{ data: string }];
    const [tokenId] = contract.decodeFunctionData("tokenURI", data);
    asked.push(tokenId);
    return encoded(uriOf(tokenId));
  });
  return { asked, calls, read: createPictureReader(transport, TICKET, folderUrl, taken) };
}

describe("createPictureReader", () => {
  it("reads each ticket's picture out of its metadata, in order", async () => {
    const { calls, read } = reading((tokenId) => jsonUri({ name: `#${tokenId}`, image: SVG }));
    await expect(read([7n, 8n])).resolves.toEqual([picture(SVG), picture(SVG, 8n)]);
    expect(calls[0]).toEqual({
      method: "eth_call",
      params: [{ to: TICKET, data: contract.encodeFunctionData("tokenURI", [7n]) }, "latest"],
    });
  });

  it("shows what was read before without asking, and asks for what was not, or is no picture", async () => {
    expectWarning("A picture is read again");
    const early = new Map([
      [7n, encoded(jsonUri({ image: SVG }))],
      [8n, encoded(jsonUri({ image: BOMB }))],
      [9n, "0x"],
    ]);
    const taken = async (tokenId: bigint) => early.get(tokenId) ?? null;
    const { asked, read } = reading(() => jsonUri({ image: SVG }), null, taken);
    const ids = [7n, 8n, 9n, 10n];
    expect(await read(ids)).toEqual(ids.map((tokenId) => picture(SVG, tokenId)));
    expect(new Set(asked)).toEqual(new Set([8n, 9n, 10n]));
  });

  it("asks nothing for no tickets", async () => {
    const { calls, read } = reading(() => "");
    await expect(read([])).resolves.toEqual([]);
    expect(calls).toEqual([]);
  });

  const noPicture = new TypeError("The picture is not on chain");
  const noMetadata = new TypeError("The metadata is not on chain");

  it.each<[string, string, Error | string]>([
    ...[
      "https://tracker.example/7.svg",
      "ipfs://bafy/7.svg",
      "javascript:alert(1)",
      7,
      null,
      `data:text/html;base64,${btoa("<script>alert(1)</script>")}`,
      "data:image/svg+xml,<svg/>",
      `https://tracker.example/?${SVG}`,
    ].map((image): [string, string, Error] => [
      `of a picture at ${image}`,
      jsonUri({ image }),
      noPicture,
    ]),
    ...[{}, null, []].map((metadata): [string, string, Error] => [
      `of the metadata ${JSON.stringify(metadata)}`,
      jsonUri(metadata),
      noPicture,
    ]),
    ...[
      "",
      "http://tracker.example/7.json",
      "javascript:alert(1)",
      "https:7.json",
      `data:application/json,${JSON.stringify({ image: SVG })}`,
      `http://tracker.example/?${jsonUri({ image: SVG })}`,
    ].map((uri): [string, string, Error] => [`of metadata at ${uri}`, uri, noMetadata]),
    ["that the contract does not draw", jsonUri({ image: BOMB }), "not one that the contract"],
    [
      "in 80,000 letters of metadata",
      jsonUri({ image: SVG, name: "x".repeat(30_000) }),
      "is too long",
    ],
  ])("shows none %s", async (_, uri, problem) => {
    await expect(reading(() => uri).read([7n])).rejects.toThrow(problem);
  });

  it("shows none when one of them is elsewhere", async () => {
    const { read } = reading((tokenId) =>
      jsonUri({ image: tokenId === 8n ? "https://tracker.example/8.svg" : SVG }),
    );
    await expect(read([7n, 8n])).rejects.toThrow(new TypeError("The picture is not on chain"));
  });

  it.each([
    ["that is no data", "<html>", "Not data"],
    ["that is a revert", new Reverted("0x"), "The contract reverts the call for the metadata"],
  ])("takes no answer %s", async (_, answer, problem) => {
    const { transport } = answering(() => answer);
    await expect(createPictureReader(transport, TICKET)([7n])).rejects.toThrow(problem);
  });

  it("takes no picture from an endpoint that the contract can't have drawn: another is asked", async () => {
    const transport = transportOf(async (_, accept) => {
      expect(() => accept(encoded(jsonUri({ image: BOMB })))).toThrow(TypeError);
      return accept(encoded(jsonUri({ image: SVG })));
    });
    await expect(createPictureReader(transport, TICKET)([7n])).resolves.toEqual([picture(SVG)]);
  });
});

describe("createPictureReader, of a folder outside the chain", () => {
  const CID = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
  const IPFS = `ipfs://${CID}/`;
  const GATEWAY = `https://ipfs.example/ipfs/${CID}/`;
  const HOSTED = "https://tickets.example/folder/";

  function hosting(answer: (url: string, init: RequestInit) => Response | Promise<Response>) {
    const host = vi.fn<typeof fetch>(async (url, init = {}) => answer(String(url), init));
    vi.stubGlobal("fetch", host);
    return { asked: () => host.mock.calls.map(([url]) => String(url)), host };
  }

  const metadata = (image: unknown) => Response.json({ name: "A ticket", image });
  const namesIn = (folder: string) => (tokenId: bigint) => `${folder}${tokenId}.json`;

  it.each([`${IPFS}7.json`, `${HOSTED}7.json`])(
    "makes no request if no folder is set, and says that %s is outside",
    async (uri) => {
      const { asked } = hosting(() => metadata("7.png"));
      await expect(reading(() => uri).read([7n, 8n])).resolves.toBe("outside");
      expect(asked()).toEqual([]);
    },
  );

  it.each([
    ["IPFS by a gateway's path", IPFS, GATEWAY],
    ["IPFS by a gateway's subdomain", IPFS, `https://${CID}.ipfs.example/`],
    ["a folder in IPFS", `${IPFS}a/b/`, `${GATEWAY}a/b/`],
    ["a folder in IPFS by a subdomain", `${IPFS}a/`, `https://${CID}.ipfs.example/a/`],
    ["https", HOSTED, HOSTED],
  ])("reads metadata and picture of %s where the setting says", async (_, folder, url) => {
    const { asked, host } = hosting(() => metadata("pictures/7.png"));
    const { read } = reading(namesIn(folder), url);
    await expect(read([7n])).resolves.toEqual([picture(`${url}pictures/7.png`)]);
    expect(asked()).toEqual([`${url}7.json`]);
    expect(host.mock.calls[0]?.[1]).toMatchObject({
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "error",
    });
  });

  it.each([
    ["another host", `${HOSTED}7.json`, "https://other.example/folder/"],
    ["another folder", `${HOSTED}7.json`, "https://tickets.example/"],
    ["a folder above", `${HOSTED}../7.json`, HOSTED],
    ["another port", `${HOSTED}7.json`, "https://tickets.example:8443/folder/"],
    ["another identifier", "ipfs://bafyother/7.json", GATEWAY],
    ["the end of an identifier", `ipfs://${CID.slice(4)}/7.json`, GATEWAY],
    ["another folder in IPFS", `${IPFS}a/7.json`, GATEWAY],
    ["another subdomain", "ipfs://bafyother/7.json", `https://${CID}.ipfs.example/`],
    ["a folder that a subdomain's root is not", `${IPFS}a/7.json`, `https://${CID}.ipfs.example/`],
    ["a name without a folder", `${GATEWAY}x7.json`, GATEWAY],
    ["no folder", "https://tickets.example/folder/x7.json", HOSTED],
    ["another ticket", `${IPFS}8.json`, GATEWAY],
    ["a ticket whose number ends so", `${IPFS}77.json`, GATEWAY],
    ["a file without its ending", `${IPFS}7`, GATEWAY],
    ["a query", `${IPFS}7.json?a`, GATEWAY],
    ["a folder with a query", `${IPFS}?/7.json`, GATEWAY],
  ])("makes no request if the contract names %s", async (_, uri, url) => {
    const { asked } = hosting(() => metadata("7.png"));
    await expect(reading(() => uri, url).read([7n])).resolves.toBe("outside");
    expect(asked()).toEqual([]);
  });

  it.each([
    ["7.png", "7.png"],
    ["./7.png", "7.png"],
    ["a/b-c_d~e/7.large.webp", "a/b-c_d~e/7.large.webp"],
    [`${IPFS}a/7.png`, "a/7.png"],
    [`${GATEWAY}7.png`, "7.png"],
  ])("takes %s for a picture in the folder", async (image, name) => {
    hosting(() => metadata(image));
    const { read } = reading(namesIn(IPFS), GATEWAY);
    await expect(read([7n])).resolves.toEqual([picture(GATEWAY + name)]);
  });

  it.each([
    ["another host's", "https://tracker.example/7.png"],
    ["another folder's", "https://ipfs.example/ipfs/other/7.png"],
    ["the gateway's root", "/7.png"],
    ["another identifier's", "ipfs://other/7.png"],
    ["one above", "../7.png"],
    ["one above, further on", "a/../../7.png"],
    ["one above, behind the folder", `${IPFS}../7.png`],
    ["one above, escaped", "%2e%2e/7.png"],
    ["one above, by backslashes", "..\\7.png"],
    ["hidden", ".well-known/7.png"],
    ["a script", "javascript:alert(1)"],
    ["with a login", "https://ipfs.example@tracker.example/7.png"],
    ["with a query", "7.png?visitor"],
    ["with a fragment", "7.svg#a"],
    ["with a tag", '7.png"><script>'],
    ["with the end of a line", "7.png\n"],
    ["a folder", "pictures/"],
    ["the folder itself", IPFS],
    ["empty", ""],
    ["a number", 7],
    ["a list", ["7.png"]],
    ["null", null],
    ["missing", undefined],
  ])("shows none that is %s", async (_, image) => {
    expectWarning("A picture could not be read");
    const { asked } = hosting(() => metadata(image));
    await expect(reading(namesIn(IPFS), GATEWAY).read([7n])).resolves.toBe("unreadable");
    expect(asked()).toEqual([`${GATEWAY}7.json`]);
  });

  it.each([
    ["a page", () => new Response("<!doctype html><title>Not found</title>")],
    ["nothing", () => new Response("")],
    ["half of it", () => new Response('{"image":"7.png"')],
    ["bytes that are no text", () => new Response(Uint8Array.of(0x22, 0xff, 0x22))],
    ["null", () => new Response("null")],
    ["text", () => Response.json("7.png")],
    ["a list", () => Response.json(["7.png"])],
    ["404", () => Response.json({ image: "7.png" }, { status: 404 })],
    ["500", () => Response.json({ image: "7.png" }, { status: 500 })],
    ["no body", () => new Response(null, { status: 204 })],
    ["an error of the network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("shows none if the host answers with %s", async (_, answer) => {
    expectWarning("A picture could not be read");
    hosting(answer);
    await expect(reading(namesIn(IPFS), GATEWAY).read([7n])).resolves.toBe("unreadable");
  });

  it("reads metadata of 64 KiB, and stops reading what is longer", async () => {
    expectWarning("A picture could not be read");
    const text = (length: number) => {
      const start = '{"image":"7.png","name":"';
      return `${start}${"x".repeat(length - start.length - 2)}"}`;
    };
    hosting(() => new Response(text(65_536)));
    const { read } = reading(namesIn(IPFS), GATEWAY);
    await expect(read([7n])).resolves.toEqual([picture(`${GATEWAY}7.png`)]);

    const sent = { parts: 0, cancelled: false };
    const endless = new ReadableStream({
      pull(controller) {
        sent.parts += 1;
        controller.enqueue(new Uint8Array(10_000).fill(0x20));
      },
      cancel() {
        sent.cancelled = true;
      },
    });
    hosting(() => new Response(endless));
    await expect(read([7n])).resolves.toBe("unreadable");
    expect(sent.cancelled).toBe(true);
    expect(sent.parts).toBeLessThan(12);
  });

  it("gives up on a host that does not answer, or not to the end", async () => {
    expectWarning("A picture could not be read");
    vi.useFakeTimers();
    const aborted = (signal: AbortSignal | null | undefined) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    hosting((url, { signal }) =>
      url.endsWith("/7.json")
        ? aborted(signal)
        : new Response(
            new ReadableStream({
              start(controller) {
                controller.enqueue(new TextEncoder().encode('{"image":'));
                void aborted(signal).catch((reason: unknown) => controller.error(reason));
              },
            }),
          ),
    );
    const read = reading(namesIn(IPFS), GATEWAY).read([7n, 8n]);
    const settled = vi.fn();
    void read.then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(read).resolves.toBe("unreadable");
    vi.useRealTimers();
  });

  it("shows the pictures that are there, if some are not", async () => {
    expectWarning("A picture could not be read");
    hosting((url) =>
      url.endsWith("/8.json") ? new Response(null, { status: 404 }) : metadata("picture.png"),
    );
    await expect(reading(namesIn(IPFS), GATEWAY).read([7n, 8n, 9n])).resolves.toEqual([
      picture(`${GATEWAY}picture.png`),
      picture(`${GATEWAY}picture.png`, 9n),
    ]);
  });

  it("fetches nothing for pictures that are drawn on chain", async () => {
    const { asked } = hosting(() => metadata("7.png"));
    const { read } = reading(() => jsonUri({ image: SVG }), GATEWAY);
    await expect(read([7n])).resolves.toEqual([picture(SVG)]);
    expect(asked()).toEqual([]);
  });
});
