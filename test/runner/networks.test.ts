import { readFileSync } from "node:fs";
import { expect } from "chai";
import { getAddress } from "ethers";
import hre from "hardhat";
import {
  currencyOf,
  endpointVariable,
  liveNetworkNames,
  type Network,
  type NetworkName,
  networkNames,
  networks,
} from "../../networks.ts";
import { networkOption } from "../../scripts/tasks/record/sale.ts";

const project = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const rows: readonly (readonly [NetworkName, Network])[] = networkNames.map((name) => [
  name,
  networks[name],
]);

function providerOf(url: string): string {
  return new URL(url).hostname.split(".").slice(-2).join(".");
}

const SEARCHED_AGAIN = Number(
  /^export const REORG_BLOCKS = (\d+);$/m.exec(
    project("frontend/src/chain/purchase/sale-search.ts"),
  )?.[1],
);

describe("Each network of the table", () => {
  it("has a chain id and a name in the message of its own", () => {
    for (const field of ["chainId", "title", "nameInMessage"] as const) {
      expect(new Set(rows.map(([, row]) => row[field])).size, field).to.equal(rows.length);
    }
  });

  for (const name of liveNetworkNames) {
    const row: Network = networks[name];

    it(`${name}: names keyless endpoints of two providers or more, and an explorer`, () => {
      const providers = new Set(row.rpcUrls.map(providerOf));
      expect(providers.size).to.equal(row.rpcUrls.length).and.at.least(2);
      for (const url of [...row.rpcUrls, row.explorer?.url ?? ""]) {
        // Excludes the path, the query and the user name, because these could contain keys.
        expect(url).to.match(/^https:\/\/[a-z0-9.-]+(\/rpc)?$/);
      }
      expect(row.explorer?.name).to.match(/^[A-Z]\w+( [A-Z]\w+)*$/);
      expect(row.nameInMessage).to.match(/^[A-Z]+( [A-Z]+)*$/);
      expect(row.confirmations).to.be.at.least(1).and.at.most(SEARCHED_AGAIN);
    });

    it(`${name}: names a marketplace only if its tickets are worth something, and a price feed of its own`, () => {
      const { marketplace, priceFeed, testnet } = row;
      if (marketplace !== null) {
        expect(testnet, "a testnet with a marketplace").to.equal(false);
        expect(marketplace.url).to.match(/^https:\/\/[a-z.]+(\/[a-z]+)+$/);
        expect(marketplace.name).to.match(/^[A-Z]\w+$/);
      }
      if (priceFeed === null) return;
      expect(priceFeed).to.equal(getAddress(priceFeed));
      expect(rows.filter(([, other]) => other.priceFeed === priceFeed)).to.have.length(1);
    });

    it(`${name}: is a Hardhat network with its chain id, its own variable, and a cap on the price of gas unless it is a testnet`, () => {
      const found = hre.config.networks[name];
      if (found?.type !== "http") throw new Error(`${name} is no Hardhat network`);
      expect(found.chainId).to.equal(row.chainId);
      expect(found.url).to.have.property("name", endpointVariable(name));
      expect(found.ignition.maxFeePerGasLimit ?? null).to.equal(row.maxFeePerGasLimit);
      expect(found.accounts).to.have.length(1);
      expect(row.maxFeePerGasLimit === null).to.equal(row.testnet);
    });
  }

  it("has a marketplace of its own wherever there is one", () => {
    const urls = rows.flatMap(([, { marketplace }]) => (marketplace ? [marketplace.url] : []));
    expect(new Set(urls).size).to.equal(urls.length);
    expect(networks.localhost.marketplace).to.equal(null);
  });

  it("is a choice for tasks, in the table's order", () => {
    const asking = (network: string) => networkOption({ globalOptions: { network } } as typeof hre);
    for (const name of networkNames) expect(asking(name)).to.equal(name);
    expect(() => asking("goerli")).to.throw(
      `No network is called goerli. Choose one: --network ${networkNames.join(", ")}, rehearsal`,
    );
  });

  it("is found by its chain id for its coin, and any other chain's coin is ether", () => {
    for (const [, { chainId, currency }] of rows) expect(currencyOf(chainId)).to.equal(currency);
    expect(currencyOf(137).symbol).to.equal("POL");
    expect(currencyOf(424_242)).to.deep.equal({ name: "Ether", symbol: "ETH", decimals: 18 });
  });

  it("has the fields that docs/reference/networks.md explains, and no other", () => {
    const [table = ""] = project("docs/reference/networks.md").split("\n## ");
    const explained = table
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => [...(line.split(" | ")[0] ?? "").matchAll(/`(\w+)`/g)])
      .map(([, field]) => field);

    for (const [name, row] of rows) expect(Object.keys(row), name).to.have.members(explained);
  });
});
