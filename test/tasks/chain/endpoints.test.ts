import { expect } from "chai";
import realHre from "hardhat";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import {
  liveNetworkNames,
  networkNames,
  networks,
  secondEndpointVariable,
} from "../../../networks.ts";
import { parseRpcUrls } from "../../../scripts/shared/rpc-urls.ts";
import {
  findSecondEndpoint,
  secondUrl,
  watchedEndpoints,
} from "../../../scripts/tasks/chain/endpoints.ts";

describe("The setting of a second endpoint", () => {
  const names = [...liveNetworkNames, "rehearsal"];

  afterEach(() => {
    for (const name of names) delete process.env[secondEndpointVariable(name)];
  });

  it("is of one network: no other is compared with it, and a chain of this machine with none", async () => {
    for (const name of names) {
      process.env[secondEndpointVariable(name)] = `https://${name}.example`;
    }
    for (const name of [...networkNames, "rehearsal"]) {
      const expected = names.includes(name) ? `https://${name}.example` : "";
      expect(await secondUrl(realHre, name), name).to.equal(expected);
    }
    expect(secondEndpointVariable("mainnet")).to.equal("MAINNET_SECOND_RPC_URL");
  });
});

/**
 * Replaces `fetch`, because the default endpoints are on the internet. An endpoint outside
 * `answers` is unreachable.
 */
describe("Without MAINNET_SECOND_RPC_URL, the second endpoint", () => {
  const OWN = "https://own.example/key";
  const GENESIS = `0x${"ab".repeat(32)}`;
  const [first = "", second = "", third = ""] = networks.mainnet.rpcUrls;
  const { fetch } = globalThis;
  const asked: string[] = [];
  let chosen = "";
  let answers: Readonly<Record<string, { chainId: string; genesis: string }>> = {};

  beforeEach(() => {
    asked.length = 0;
    globalThis.fetch = async (url, init) => {
      asked.push(String(url));
      const known = answers[String(url)];
      if (known === undefined) throw new TypeError("fetch failed");
      const { id, method } = JSON.parse(String(init?.body));
      const result = method === "eth_chainId" ? known.chainId : { hash: known.genesis };
      return Response.json({ jsonrpc: "2.0", id, result });
    };
  });

  afterEach(() => {
    chosen = "";
    globalThis.fetch = fetch;
  });

  const hreOf = (own: string) =>
    ({
      config: {
        paths: { root: import.meta.dirname },
        networks: {
          mainnet: { type: "http", url: { getUrl: async () => own } },
          "mainnet-second": { type: "http", url: { get: async () => chosen } },
        },
      },
    }) as unknown as HardhatRuntimeEnvironment;
  const watched = async (own: string) => {
    const endpoints = await watchedEndpoints(hreOf(own), "mainnet");
    return endpoints.map(({ url }) => url);
  };

  const find = async (url = OWN, network = "mainnet") => {
    const own = { network, url, host: "own", request: async () => ({ hash: GENESIS }) };
    const found = await findSecondEndpoint(hreOf(url), own, 1);
    return "endpoint" in found ? { ...found, endpoint: found.endpoint.host } : found;
  };

  const mainnet = { chainId: "0x1", genesis: GENESIS };

  it("is the first of the network's public ones that answers", async () => {
    answers = { [second]: mainnet, [third]: mainnet };
    expect(await find()).to.deep.equal({
      kind: "agrees",
      endpoint: new URL(second).host,
      domain: null,
    });
    // Requests chain id and genesis block, each twice, because the client retries after a closed
    // connection.
    expect(asked).to.deep.equal([first, first, first, first, second, second]);
  });

  it("is never the endpoint of the network itself", async () => {
    answers = { [first]: mainnet, [second]: mainnet };
    expect(await find(first)).to.deep.equal({
      kind: "agrees",
      endpoint: new URL(second).host,
      domain: null,
    });
    expect(asked).not.to.include(first);
  });

  it("is named if it serves another chain, and no other is asked", async () => {
    answers = { [first]: { chainId: "0x1", genesis: `0x${"cd".repeat(32)}` }, [second]: mainnet };
    const host = new URL(first).host;
    const wrong = (chainId: number) => ({
      kind: "wrong",
      text: `${host} serves chain ${chainId} with another genesis block. Find out which endpoint is wrong.`,
    });
    expect(await find()).to.deep.equal(wrong(1));
    answers = { [first]: { ...mainnet, chainId: "0x2105" }, [second]: mainnet };
    expect(await find()).to.deep.equal(wrong(8453));
    expect(asked).not.to.include(second);
  });

  it("is silent if no public one answers, or the network is local", async () => {
    answers = {};
    expect(await find()).to.deep.equal({ kind: "silent" });
    expect(new Set(asked)).to.deep.equal(new Set([first, second, third]));
    asked.length = 0;
    expect(await find(OWN, "localhost")).to.deep.equal({ kind: "silent" });
    expect(asked).to.deep.equal([]);
  });

  for (const [own, other] of [
    ["https://rpc.example", "https://rpc.example/"],
    ["https://rpc.example/key", "https://rpc.example/other-key"],
    ["https://rpc.example/", "https://rpc.example/?again"],
    ["https://rpc.example/", "https://RPC.example:443/#again"],
    ["https://rpc.example/", "https://rpc.example./"],
    ["https://rpc.example/", "http://user@rpc.example/"],
    ["http://localhost:8545", "http://127.0.0.1:8545/"],
    ["http://127.0.0.1:8545/", "http://[::1]:8545/?x"],
    ["http://127.0.0.1:8545/", "http://127.1:8545//"],
  ] as const) {
    it(`is not ${other} beside ${own}, which is the same one`, async () => {
      chosen = other;
      answers = { [other]: mainnet };
      expect(await find(own)).to.deep.equal({
        kind: "wrong",
        text: "MAINNET_SECOND_RPC_URL is the endpoint of mainnet itself. Set it to another provider's.",
      });
      expect(asked).to.deep.equal([]);
      expect(() => parseRpcUrls(`${own},${other}`)).to.throw("lists an endpoint twice");
      const refused = await watched(own).catch(({ message }: Error) => message);
      expect(refused).to.contain("is the only endpoint of mainnet");
    });
  }

  it("is warned of if it is of the same domain", async () => {
    chosen = "https://two.provider.example/";
    answers = { [chosen]: mainnet };
    expect(await find("https://one.provider.example/")).to.deep.include({
      kind: "agrees",
      domain: "provider.example",
    });
    expect(await find("https://one.other.example/")).to.deep.include({ domain: null });
    expect(
      parseRpcUrls("https://one.provider.example,https://two.provider.example"),
    ).to.have.length(2);
  });

  it("is each of the public ones for the watch", async () => {
    expect(await watched(OWN)).to.deep.equal([OWN, ...networks.mainnet.rpcUrls]);
  });
});
