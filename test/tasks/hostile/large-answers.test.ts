import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { unknown } from "valibot";
import { askEndpoint } from "../../../scripts/tasks/chain/endpoint.ts";
import { requestJson } from "../../../scripts/tasks/verify/verifier.ts";
import { type HttpServer, startHttpServer } from "../../support/http-server.ts";

/** About 60 kB that decode to 60 MB of valid JSON. */
const BOMB = gzipSync(JSON.stringify({ jsonrpc: "2.0", id: 1, result: " ".repeat(60_000_000) }));

describe("A small answer that decodes to a large one", () => {
  let server: HttpServer;
  let url: string;

  before(async () => {
    server = await startHttpServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      response.end(BOMB);
    });
    url = `http://127.0.0.1:${server.port}/`;
  });

  after(() => server.close());

  const refusalOf = (asked: Promise<unknown>) =>
    asked.then(
      () => "it was taken",
      ({ message }: Error) => message,
    );

  it("is not taken from an endpoint, as the watch asks it every few seconds", async () => {
    expect(await refusalOf(askEndpoint(url, "eth_blockNumber", []))).to.equal(
      "its answer is larger than 50 MB",
    );
  });

  it("is not taken from a verification service", async () => {
    expect(await refusalOf(requestJson(url, unknown()))).to.equal(
      "its answer is larger than 10 MB",
    );
  });
});
