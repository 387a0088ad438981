import { readFileSync } from "node:fs";
import { type HtmlTagDescriptor, loadEnv, type ResolvedConfig } from "vite";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as collection from "../../../collection.ts";
import { liveNetworkNames, type NetworkName, networkNames, networks } from "../../../networks.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { fakeRecord } from "../../../test/support/fake-record.ts";
import { contentSecurityPolicy } from "../page/content-security-policy.ts";
import { networkOf, settings } from "./settings.ts";
import { showForeignPictures, type WalletFeatures } from "./wallet-features.ts";

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  readFileSync: vi.fn(),
}));

vi.mock("vite", async (original) => {
  const vite = await original<typeof import("vite")>();
  return { ...vite, loadEnv: vi.fn(vite.loadEnv) };
});

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const DEPLOYER = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CODE_SHA256 = "ab".repeat(32);
const PROJECT_ID = "0123456789abcdef0123456789abcdef";

type Variables = Readonly<Record<`VITE_${string}`, string>>;

/** Each module's exports. */
const MODULES = {
  settings: ["ticketAddress", "rpcUrls", "settings"],
  "wallet-features": ["walletFeatures"],
  site: ["siteUrls"],
  pictures: ["picturesUrl"],
  "sale-opens": ["saleOpens"],
  "price-feed": ["priceFeed"],
  "has-price-feed": ["hasPriceFeed"],
  help: ["helpLinks"],
};

const warn = vi.fn();

/** All values that a build gives to the page, by the names of the modules' exports. */
function build(mode: string, variables: Variables = {}) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { configResolved, load, transformIndexHtml } = settings();
  if (
    typeof configResolved !== "function" ||
    typeof load !== "function" ||
    typeof transformIndexHtml !== "function"
  ) {
    throw new Error("The plugin has other hooks by now");
  }
  void configResolved.call({} as never, { mode, logger: { warn } as object } as ResolvedConfig);
  const exported = Object.entries(MODULES).flatMap(([module, names]) => {
    const code = String(load.call({} as never, `\0virtual:${module}`));
    const lines = Array.from(code.matchAll(/^export const (\w+) = (.*);$/gm));
    expect(lines.map(([, name]) => name)).toEqual(names);
    return lines.map(([, name, value]) => [name, JSON.parse(value ?? "")]);
  });
  const tags = transformIndexHtml.call({} as never, "", {} as never) as HtmlTagDescriptor[];
  const head = tags.map(
    ({ attrs = {} }) =>
      `${attrs.property ?? attrs.name ?? attrs.rel}=${attrs.content ?? attrs.href}`,
  );
  return { ...Object.fromEntries(exported), head };
}

function recordIn(file: string): DeploymentRecord {
  const network = file.replaceAll("\\", "/").split("/").at(-2) as NetworkName;
  return {
    ...fakeRecord(TICKET),
    network,
    chainId: networks[network].chainId,
    renderer: OTHER,
    codeSha256: CODE_SHA256,
  };
}

const recorded = (change: object) =>
  vi
    .mocked(readFileSync)
    .mockImplementation((file) => JSON.stringify({ ...recordIn(String(file)), ...change }));

const unrecorded = () =>
  vi.mocked(readFileSync).mockImplementation(() => {
    throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
  });

beforeEach(() => {
  warn.mockClear();
  // Overrides the developer's own environment. An empty variable counts as absent.
  for (const name of [
    "RPC_URLS",
    "TICKET_ADDRESS",
    "SITE_URL",
    "PICTURES_URL",
    "PRICE_FEED",
    "SALE_OPENS",
    "HELP_URL",
    "SUPPORT_URL",
    "WALLET_FEATURES",
    "TERMS_URL",
    "PRIVACY_URL",
    "EXCLUDED_WALLETS",
  ]) {
    vi.stubEnv(`VITE_${name}`, "");
  }
  vi.stubEnv("VITE_REOWN_PROJECT_ID", PROJECT_ID);
  recorded({});
});

describe("a variable of this value stops the build", () => {
  const notUrl = " is not an absolute http(s) URL";
  const notSite = `${notUrl}, such as https://mint.example: `;
  const notMail = " is not a mail address, such as mailto:help@mint.example: ";
  const manyParts = " has more than an origin and a path (a query, a fragment or a login): ";
  const notPictures =
    " is not an absolute https URL, such as https://ipfs.example/ipfs/<cid>/ " +
    "(in a build for localhost, http://127.0.0.1 is one too): ";
  const features =
    "email, socials, swaps, onramp, send, receive, history, legalCheckbox, analytics";

  /** The message is the name, this text and the value, unless a pattern is given. */
  const refused: readonly [string, string | RegExp, readonly string[], NetworkName?][] = [
    [
      "TICKET_ADDRESS",
      " is not an address: ",
      ["0x", TICKET.slice(2), `${TICKET}0`, `${TICKET} `, "hearth.eth"],
    ],
    [
      "RPC_URLS",
      /^VITE_RPC_URLS has an entry that is not an http\(s\) URL: /,
      [
        "a.example",
        "ws://a.example",
        "https://a.example,",
        " ",
        "https://",
        "https://a.example,,https://b.example",
        "javascript:alert(1)",
      ],
    ],
    [
      "REOWN_PROJECT_ID",
      " is not a project's id, 32 hex digits as in the project's page at https://cloud.reown.com: ",
      ["yourProjectId", "0123", "g".repeat(32), ` ${PROJECT_ID}`],
    ],
    [
      "WALLET_FEATURES",
      new RegExp(
        `^VITE_WALLET_FEATURES has an unknown name: (Email|pay|all|email swaps|toString)\\. Known, separated by commas: ${features}$`,
      ),
      ["history,Email", "history,pay", "all", "history,email swaps", "toString"],
    ],
    [
      "WALLET_FEATURES",
      /legalCheckbox, which needs VITE_TERMS_URL, VITE_PRIVACY_URL or both/,
      ["legalCheckbox"],
    ],
    [
      "EXCLUDED_WALLETS",
      /^VITE_EXCLUDED_WALLETS has an invalid wallet: \S.*\./,
      [
        "MetaMask",
        "ab".repeat(31),
        "AB".repeat(32),
        "io.",
        ".metamask",
        "io..metamask",
        "io.meta mask",
        "https://metamask.io",
        "name:",
        `name:${"a".repeat(41)}`,
        "Name:MetaMask",
      ],
    ],
    ["TERMS_URL", `${notUrl}: `, ["javascript:alert(1)"]],
    ["PRIVACY_URL", `${notUrl}: `, ["javascript:alert(1)"]],
    [
      "PICTURES_URL",
      notPictures,
      [
        "http://tickets.example/",
        "http://127.0.0.1:8080/",
        "ipfs://bafy/",
        "javascript:alert(1)",
        "data:text/plain,1",
        "tickets.example/",
      ],
    ],
    ["PICTURES_URL", notPictures, ["http://localhost/"], "sepolia"],
    [
      "PICTURES_URL",
      notPictures,
      ["http://tickets.example/", "http://127.0.0.1.tickets.example/"],
      "localhost",
    ],
    [
      "PICTURES_URL",
      manyParts,
      [
        "https://tickets.example/?a",
        "https://tickets.example/#a",
        "https://you@tickets.example/",
        "https://:secret@tickets.example/",
      ],
    ],
    [
      "SITE_URL",
      notSite,
      ["mint.example", "/mint", "ftp://mint.example", "javascript:alert(1)", "https://"],
    ],
    [
      "SITE_URL",
      /^VITE_SITE_URL is not an absolute http\(s\) URL, such as https:\/\/mint\.example: hearth\.eth$/,
      ["https://a.eth,hearth.eth"],
    ],
    [
      "SITE_URL",
      manyParts,
      [
        "https://mint.example/?a=welcome5",
        "https://mint.example/#mint",
        "https://user:word@mint.example/",
      ],
    ],
    [
      "PRICE_FEED",
      ' is neither the address of a price feed nor "none", for no price in dollars: ',
      [...["off", "None", "0x", OTHER.slice(0, -1), `${OTHER}0`, ` ${OTHER}`], "eth-usd.data.eth"],
    ],
    ["HELP_URL", `${notUrl}: `, ["javascript:alert(1)", "mailto:help@mint.example"]],
    ["SUPPORT_URL", `${notUrl}: `, ["help@mint.example"]],
    ["SUPPORT_URL", notMail, ["mailto:help", "mailto:a@b?cc=c@d"]],
    [
      "SALE_OPENS",
      " is not a date and time with its zone, such as 2026-12-01T18:00:00+01:00 or 2026-12-01T17:00:00Z: ",
      [
        "2026-12-01",
        "2026-12-01T18:00:00",
        "2026-12-01 18:00:00Z",
        "2026-12-01T18:00:00 CET",
        "2026-02-30T18:00:00Z",
        "2026-12-01T25:00:00Z",
        "2026-12-01T18:00:00+99:00",
        "1 December 2026 18:00 UTC",
        "1796148000",
        "soon",
      ],
    ],
  ];
  const rows = refused.flatMap(([name, says, values, mode = "mainnet"]) =>
    values.map((value) => [`VITE_${name}`, value, mode, says] as const),
  );

  it.each(rows)("%s=%s, for %s", (name, value, mode, says) => {
    const expected = typeof says === "string" ? new Error(name + says + value) : says;
    expect(() => build(mode, { [name]: value })).toThrow(expected);
  });
});

describe("a build", () => {
  const features = (changed: object = {}) => ({
    walletFeatures: {
      enabled: [],
      termsUrl: null,
      privacyUrl: null,
      excludedWalletIds: [],
      excludedWallets: { rdns: [], names: [] },
      ...changed,
    },
  });
  const rpcUrls = ["https://a.example/key", "http://127.0.0.1:8545", "https://b.example"];
  const deployed = { ticketAddress: OTHER, rpcUrls };
  const TERMS = "https://mint.example/terms";
  const PRIVACY = "https://mint.example/privacy";
  const legal = { VITE_WALLET_FEATURES: "legalCheckbox" };
  const agreeing = { enabled: ["legalCheckbox"] };
  const [first, second] = ["ab".repeat(32), "01".repeat(32)];
  const excluded = `${first}, io.MetaMask,name: Unloved Wallet ,${second}, app.un-loved.v2,name:7,`;
  const rdns = ["io.metamask", "app.un-loved.v2"];
  const names = ["unloved wallet", "7"];

  it.each<[Variables, object, NetworkName?]>([
    [{}, { settings: { projectId: PROJECT_ID }, picturesUrl: null, saleOpens: null }],
    [{}, { helpLinks: { helpUrl: null, supportUrl: null }, ...features() }],
    [{ VITE_REOWN_PROJECT_ID: "" }, { settings: { projectId: null }, ...features() }, "localhost"],
    [
      { VITE_TICKET_ADDRESS: OTHER, VITE_RPC_URLS: rpcUrls.join(" , ") },
      { ...deployed, settings: deployed },
    ],
    [{ VITE_WALLET_FEATURES: " " }, features()],
    [{ VITE_WALLET_FEATURES: "," }, features()],
    [{ VITE_WALLET_FEATURES: "send, email,send" }, features({ enabled: ["email", "send"] })],
    [
      { VITE_EXCLUDED_WALLETS: excluded },
      features({ excludedWalletIds: [first, second], excludedWallets: { rdns, names } }),
    ],
    [{ ...legal, VITE_TERMS_URL: TERMS }, features({ ...agreeing, termsUrl: TERMS })],
    [{ ...legal, VITE_PRIVACY_URL: PRIVACY }, features({ ...agreeing, privacyUrl: PRIVACY })],
    [
      { ...legal, VITE_TERMS_URL: TERMS, VITE_PRIVACY_URL: PRIVACY },
      features({ ...agreeing, termsUrl: TERMS, privacyUrl: PRIVACY }),
    ],
    [{ VITE_PRICE_FEED: OTHER }, { priceFeed: OTHER }],
    [{ VITE_PRICE_FEED: OTHER }, { priceFeed: OTHER, hasPriceFeed: true }, "localhost"],
    [{ VITE_PRICE_FEED: "none" }, { priceFeed: null, hasPriceFeed: false }],
  ])("with %j has %j", (variables, expected, mode = "mainnet") => {
    expect(build(mode, variables)).toMatchObject(expected);
  });

  it.each<[string, string, NetworkName?]>([
    ["https://ipfs.example/ipfs/bafy/", "https://ipfs.example/ipfs/bafy/"],
    ["https://bafy.ipfs.example", "https://bafy.ipfs.example/"],
    ["https://Tickets.Example:8443/a/../b", "https://tickets.example:8443/b/"],
    ["http://127.0.0.1:8080/ipfs/bafy/", "http://127.0.0.1:8080/ipfs/bafy/", "localhost"],
    ["http://localhost:8080/", "http://localhost:8080/", "localhost"],
  ])("with pictures at %s has their folder with a slash at its end: %s", (text, url, mode) => {
    expect(build(mode ?? "mainnet", { VITE_PICTURES_URL: text }).picturesUrl).toBe(url);
  });

  it.each([
    ["https://help.example/", "mailto:help@mint.example"],
    ["none", "https://mint.example/contact"],
  ])("has help at %s and contact at %s", (helpUrl, supportUrl) => {
    const { helpLinks } = build("mainnet", {
      VITE_HELP_URL: helpUrl,
      VITE_SUPPORT_URL: supportUrl,
    });
    expect(helpLinks).toEqual({ helpUrl, supportUrl });
  });

  it.each([
    ["2026-12-01T18:00:00Z", Date.UTC(2026, 11, 1, 18)],
    ["2026-12-01T18:00:30+01:00", Date.UTC(2026, 11, 1, 17, 0, 30)],
    ["2028-02-29T23:30-05:30", Date.UTC(2028, 2, 1, 5)],
  ])("has the opening time %s", (text, time) => {
    expect(build("mainnet", { VITE_SALE_OPENS: text }).saleOpens).toBe(time);
  });
});

describe("the network", () => {
  it.each<[string, NetworkName]>([
    ["production", "mainnet"],
    ["development", "localhost"],
    ...networkNames.map((name): [string, NetworkName] => [name, name]),
  ])("of the mode %s is %s, with its row, its settings files and its feed", (mode, network) => {
    expect(networkOf(mode)).toBe(network);
    // Only tasks or the build need these fields.
    const { rpcUrls, maxFeePerGasLimit: _, priceFeed, ...row } = networks[network];
    expect(build(mode)).toMatchObject({
      settings: { rpcUrls },
      priceFeed,
      hasPriceFeed: priceFeed !== null,
    });
    expect(build(mode).settings).toHaveProperty("network", row);
    expect(vi.mocked(loadEnv).mock.lastCall?.[0]).toBe(network);
  });

  it.each(["goerli", "Mainnet", "constructor", "test"])(
    "of the mode %s is unknown, and the error lists the known ones",
    (mode) => {
      expect(() => build(mode)).toThrow(
        `No network is called ${mode}: use --mode ${networkNames.join(", ")}`,
      );
    },
  );

  it.each(liveNetworkNames)("%s needs a wallet project, and the error says how", (mode) => {
    expect(() => build(mode, { VITE_REOWN_PROJECT_ID: "" })).toThrow(
      new RegExp(`page for ${mode} needs a wallet project: .*set VITE_REOWN_PROJECT_ID`),
    );
  });
});

it.each(["mainnet", "nowhere"])(
  "prints an error for %s as its message, without a stack",
  (mode) => {
    try {
      build(mode, { VITE_REOWN_PROJECT_ID: "" });
      expect.unreachable();
    } catch (error) {
      expect((error as Error).stack).toBe((error as Error).message);
    }
  },
);

describe("the deployment", () => {
  it("comes from the network's record", () => {
    const { settings } = build("base");
    expect(settings).toMatchObject({ ticketAddress: TICKET, codeSha256: CODE_SHA256 });
    const [file] = vi.mocked(readFileSync).mock.lastCall ?? [];
    expect(String(file).replaceAll("\\", "/")).toMatch(/\/deployments\/base\/record\.json$/);
  });

  it("has no hash of the code in an older local record", () => {
    recorded({ codeSha256: undefined });
    expect(build("localhost").settings).toMatchObject({ ticketAddress: TICKET, codeSha256: null });
  });

  it.each([
    [TICKET.toLowerCase(), CODE_SHA256],
    [OTHER, null],
  ])(
    "at VITE_TICKET_ADDRESS %s has the hash %s: the record's if the record has that address",
    (address, codeSha256) => {
      const { settings } = build("mainnet", { VITE_TICKET_ADDRESS: address });
      expect(settings).toMatchObject({ ticketAddress: address, codeSha256 });
    },
  );

  it("needs no record if VITE_TICKET_ADDRESS is set", () => {
    unrecorded();
    const { settings } = build("mainnet", { VITE_TICKET_ADDRESS: OTHER });
    expect(settings).toMatchObject({ ticketAddress: OTHER, codeSha256: null });
  });

  it.each<[string, () => void]>([
    ["missing", unrecorded],
    ["half written", () => vi.mocked(readFileSync).mockImplementation(() => '{"address":"0x5F')],
  ])("can't be read from a record that is %s: the error says what to do", (_, spoil) => {
    spoil();
    expect(() => build("sepolia")).toThrow(
      /no readable deployment record of sepolia .*Deploy first: npm run hardhat -- ticket deploy --network sepolia$/,
    );
  });

  it.each<[string, Partial<DeploymentRecord>, string]>([
    [
      "names another address than its deployer made",
      { address: OTHER },
      `${DEPLOYER} made ${TICKET} with nonce 0, not ${OTHER}`,
    ],
    [
      "names another nonce",
      { deployerNonce: 1 },
      `${DEPLOYER} made 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 with nonce 1, not ${TICKET}`,
    ],
    ["is of another network", { network: "sepolia" }, "it is of sepolia"],
    ["is of another chain", { chainId: 8453 }, "it is of chain 8453"],
    [
      "has an address without its checksum",
      { deployer: DEPLOYER.toLowerCase() },
      `its deployer is not an address with its checksum: ${DEPLOYER.toLowerCase()}`,
    ],
    [
      "pins a treasury that is not an address",
      { treasury: "hearth.eth" },
      "its treasury is not an address with its checksum: hearth.eth",
    ],
    ["has no hash of the code", { codeSha256: "" }, "its codeSha256 is not a hash"],
  ])("stops the build on a live network if its record %s", (_, change, problem) => {
    recorded(change);
    expect(() => build("mainnet")).toThrow(
      `deployments/mainnet/record.json is invalid: ${problem}. Compare it with its last reviewed version`,
    );
  });
});

describe("the wallet kit's features", () => {
  it("are not in the page's settings: they load with the kit", () => {
    const { settings } = build("mainnet", { VITE_WALLET_FEATURES: "email" });
    expect(JSON.stringify(settings)).not.toContain("email");
  });

  it("need a wallet project, also on a local chain", () => {
    const variables = { VITE_REOWN_PROJECT_ID: "", VITE_WALLET_FEATURES: "email" };
    expect(() => build("localhost", variables)).toThrow(
      /^VITE_WALLET_FEATURES needs a wallet project: .*Set VITE_REOWN_PROJECT_ID/,
    );
  });

  it.each([
    ["", false],
    ["receive,analytics", false],
    ["history", true],
  ])("with %j on, pictures of foreign hosts are shown: %s", (list, shown) => {
    const { walletFeatures } = build("mainnet", { VITE_WALLET_FEATURES: list });
    const policy = contentSecurityPolicy({
      inlineScripts: [],
      rpcUrls: [],
      picturesUrl: null,
      foreignPictures: showForeignPictures(walletFeatures as WalletFeatures),
    });
    expect(/img-src [^;]*https:(?!\/\/)/.test(policy)).toBe(shown);
  });
});

describe("the folder of pictures", () => {
  it.each([
    ["ipfs://bafy/", "https://ipfs.example/ipfs/bafy/", null],
    ["ipfs://bafy/", "https://bafy.ipfs.example/", null],
    ["https://tickets.example/a/", "https://tickets.example/a/", null],
    ["ipfs://bafy/", "https://ipfs.example/ipfs/bafz/", "has its pictures in ipfs://bafy/"],
    ["https://tickets.example/a/", "https://tickets.example/", "has its pictures in https://"],
    [null, "https://tickets.example/", "draws its pictures on chain"],
    [null, "", null],
  ])("of a contract whose folder is %s, as %s is warned of: %s", (folder, text, warning) => {
    recorded(folder === null ? {} : { folderRenderer: { baseUri: folder } });
    build("mainnet", { VITE_PICTURES_URL: text });
    if (warning === null) expect(warn).not.toHaveBeenCalled();
    else expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(warning));
  });

  it("is not compared with the record of another contract", () => {
    const folder = "https://tickets.example/";
    build("mainnet", { VITE_PICTURES_URL: folder, VITE_TICKET_ADDRESS: OTHER });
    expect(warn).not.toHaveBeenCalled();
  });

  function policyWith(picturesUrl: string | null): ReadonlyMap<string, readonly string[]> {
    const policy = contentSecurityPolicy({
      inlineScripts: [],
      rpcUrls: ["https://rpc.example/key"],
      picturesUrl,
      foreignPictures: false,
    });
    return new Map(
      policy.split("; ").map((directive) => {
        const [name = "", ...sources] = directive.split(" ");
        return [name, sources];
      }),
    );
  }

  it("is one origin more for pictures and for connections, and for nothing else", () => {
    const origin = "https://tickets.example:8443";
    const [without, having] = [policyWith(null), policyWith(`${origin}/a/b/`)];
    expect([...having.keys()]).toEqual([...without.keys()]);
    for (const [name, sources] of having) {
      const more = ["img-src", "connect-src"].includes(name) ? [origin] : [];
      expect(sources.filter((source) => !without.get(name)?.includes(source))).toEqual(more);
      expect(sources).toEqual(expect.arrayContaining([...(without.get(name) ?? [])]));
    }
  });

  it("is named once if it is at an endpoint's origin", () => {
    const sources = policyWith("https://rpc.example/pictures/").get("connect-src") ?? [];
    expect(sources.filter((source) => source === "https://rpc.example")).toHaveLength(1);
  });
});

describe("the page's own address", () => {
  it.each([
    ["https://mint.example", "https://mint.example/"],
    ["https://mint.example/", "https://mint.example/"],
    ["https://example.org/homes/mint", "https://example.org/homes/mint/"],
    ["http://localhost:5173", "http://localhost:5173/"],
  ])("%s makes every address of the share card absolute", (given, address) => {
    expect(build("mainnet", { VITE_SITE_URL: given }).head).toEqual(
      expect.arrayContaining([
        `og:url=${address}`,
        `canonical=${address}`,
        `og:image=${address}share-card.png`,
        `twitter:image=${address}share-card.png`,
        "twitter:card=summary_large_image",
      ]),
    );
  });

  it("is in no tag if it is not set: a broken picture is worse than none", () => {
    const { head, siteUrls } = build("mainnet");
    expect(siteUrls).toEqual([]);
    expect(head).toContain(`og:title=${collection.name}: ${collection.summary}`);
    expect(head).toContain("twitter:card=summary");
    expect(head.filter((tag: string) => /image|url=|canonical/.test(tag))).toEqual([]);
  });

  it("may be one of several, of which share cards have the first, and the bundle's settings none", () => {
    const list = { VITE_SITE_URL: "https://mint.example, https://mint.eth.limo/page" };
    const { head, siteUrls, settings } = build("mainnet", list);
    expect(head).toContain("og:url=https://mint.example/");
    expect(siteUrls).toEqual(["https://mint.example/", "https://mint.eth.limo/page/"]);
    expect(JSON.stringify(settings)).not.toContain("mint.example");
    expect(build("sepolia", list).siteUrls).toEqual(siteUrls);
    expect(build("localhost", list).siteUrls).toEqual([]);
  });
});
