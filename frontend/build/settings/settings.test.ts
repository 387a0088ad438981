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

const PROJECT_ID = "0123456789abcdef0123456789abcdef";

function settingsIn(mode: string): unknown {
  return exportOf("settings", "virtual:settings", mode);
}

function walletFeaturesIn(mode: string): unknown {
  return exportOf("walletFeatures", "virtual:wallet-features", mode);
}

function exportOf(name: string, module: string, mode: string): unknown {
  const plugin = settings();
  const { configResolved, load } = plugin;
  if (typeof configResolved !== "function" || typeof load !== "function") {
    throw new Error("The plugin has other hooks by now");
  }
  const context = {} as ThisParameterType<typeof configResolved> & ThisParameterType<typeof load>;
  void configResolved.call(context, { mode, logger: { warn } as object } as ResolvedConfig);
  const code = String(load.call(context, `\0${module}`));
  return JSON.parse(new RegExp(`^export const ${name} = (.*);$`, "m").exec(code)?.[1] ?? "");
}

function headIn(mode: string): readonly string[] {
  const plugin = settings();
  const { configResolved, transformIndexHtml } = plugin;
  if (typeof configResolved !== "function" || typeof transformIndexHtml !== "function") {
    throw new Error("The plugin has other hooks by now");
  }
  void configResolved.call(
    {} as ThisParameterType<typeof configResolved>,
    {
      mode,
    } as ResolvedConfig,
  );
  const tags = transformIndexHtml.call(
    {} as ThisParameterType<typeof transformIndexHtml>,
    "",
    {} as Parameters<typeof transformIndexHtml>[1],
  );
  return (tags as HtmlTagDescriptor[]).map(
    ({ attrs = {} }) =>
      `${attrs.property ?? attrs.name ?? attrs.rel}=${attrs.content ?? attrs.href}`,
  );
}

const warn = vi.fn();

beforeEach(() => {
  warn.mockClear();
  // Overrides the developer's own environment. An empty variable counts as absent.
  for (const name of [
    "VITE_REOWN_PROJECT_ID",
    "VITE_RPC_URLS",
    "VITE_TICKET_ADDRESS",
    "VITE_SITE_URL",
    "VITE_PICTURES_URL",
    "VITE_PRICE_FEED",
    "VITE_SALE_OPENS",
    "VITE_HELP_URL",
    "VITE_SUPPORT_URL",
    "VITE_WALLET_FEATURES",
    "VITE_TERMS_URL",
    "VITE_PRIVACY_URL",
    "VITE_EXCLUDED_WALLETS",
  ]) {
    vi.stubEnv(name, "");
  }
  vi.stubEnv("VITE_REOWN_PROJECT_ID", PROJECT_ID);
  vi.mocked(readFileSync).mockImplementation((file) => JSON.stringify(recordIn(String(file))));
});

describe("the network", () => {
  it.each<[string, NetworkName]>([
    ["production", "mainnet"],
    ["development", "localhost"],
    ...networkNames.map((name): [string, NetworkName] => [name, name]),
  ])("of the mode %s is %s", (mode, network) => {
    expect(networkOf(mode)).toBe(network);
    expect(settingsIn(mode)).toMatchObject({ network: { chainId: networks[network].chainId } });
  });

  it.each(["goerli", "Mainnet", "constructor", "test"])(
    "of the mode %s is unknown, and the error lists the known ones",
    (mode) => {
      expect(() => settingsIn(mode)).toThrow(
        `No network is called ${mode}: use --mode ${networkNames.join(", ")}`,
      );
    },
  );
});

describe("the settings files", () => {
  it.each([
    ["production", "mainnet"],
    ["development", "localhost"],
    ["sepolia", "sepolia"],
  ])("in the mode %s are those of %s, as for the tasks", (mode, network) => {
    settingsIn(mode);
    expect(vi.mocked(loadEnv).mock.lastCall?.[0]).toBe(network);
  });
});

describe("the contract's address", () => {
  it("comes from the network's deployment record", () => {
    expect(settingsIn("base")).toMatchObject({ ticketAddress: TICKET });
    const [file] = vi.mocked(readFileSync).mock.lastCall ?? [];
    expect(String(file).replaceAll("\\", "/")).toMatch(/\/deployments\/base\/record\.json$/);
  });

  it.each<[string, () => string]>([
    [
      "missing",
      () => {
        throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      },
    ],
    ["half written", () => '{"address":"0x5F'],
  ])("can't be read from a record that is %s: the error says what to do", (_, read) => {
    vi.mocked(readFileSync).mockImplementation(read);
    expect(() => settingsIn("sepolia")).toThrow(
      /no readable deployment record of sepolia .*Deploy first: npm run hardhat -- ticket deploy --network sepolia$/,
    );
  });

  it("comes from VITE_TICKET_ADDRESS if that is set, rather than from a record", () => {
    vi.stubEnv("VITE_TICKET_ADDRESS", OTHER);
    vi.mocked(readFileSync).mockImplementation(() => {
      throw new Error("ENOENT");
    });
    expect(settingsIn("mainnet")).toMatchObject({ ticketAddress: OTHER });
  });

  it.each([
    "0x",
    "5FbDB2315678afecb367f032d93F642f64180aa3",
    `${TICKET}0`,
    `${TICKET} `,
    "hearth.eth",
  ])("may not be %j", (address) => {
    vi.stubEnv("VITE_TICKET_ADDRESS", address);
    expect(() => settingsIn("mainnet")).toThrow(
      `VITE_TICKET_ADDRESS is not an address: ${address}`,
    );
  });
});

describe("a deployment record of a live network", () => {
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
  ])("that %s stops the build", (_, change, problem) => {
    vi.mocked(readFileSync).mockImplementation((file) =>
      JSON.stringify({ ...recordIn(String(file)), ...change }),
    );
    expect(() => settingsIn("mainnet")).toThrow(
      `deployments/mainnet/record.json is invalid: ${problem}. Compare it with its last reviewed version`,
    );
  });
});

describe("the hash of the contract's code", () => {
  const recorded = (record: object) =>
    vi.mocked(readFileSync).mockImplementation(() => JSON.stringify(record));

  it("comes from the record", () => {
    expect(settingsIn("mainnet")).toMatchObject({ codeSha256: CODE_SHA256 });
  });

  it("is unknown with an older local record, which lacks it", () => {
    recorded({ address: TICKET });
    expect(settingsIn("localhost")).toMatchObject({ ticketAddress: TICKET, codeSha256: null });
  });

  it.each([
    [TICKET.toLowerCase(), CODE_SHA256],
    [OTHER, null],
  ])(
    "for VITE_TICKET_ADDRESS %s is %s: the record's if the record has that address",
    (address, codeSha256) => {
      recorded({ address: TICKET, codeSha256: CODE_SHA256 });
      vi.stubEnv("VITE_TICKET_ADDRESS", address);
      expect(settingsIn("mainnet")).toMatchObject({ ticketAddress: address, codeSha256 });
    },
  );

  it("is unknown for VITE_TICKET_ADDRESS without a record", () => {
    vi.mocked(readFileSync).mockImplementation(() => {
      throw new Error("ENOENT");
    });
    vi.stubEnv("VITE_TICKET_ADDRESS", OTHER);
    expect(settingsIn("mainnet")).toMatchObject({ codeSha256: null });
  });
});

describe("what the page is told of the network", () => {
  it.each(networkNames)(
    "is the row of %s, in JSON, without what only tasks or the build need",
    (name) => {
      const {
        rpcUrls: _urls,
        maxFeePerGasLimit: _limit,
        priceFeed: _feed,
        ...row
      } = networks[name];
      expect(settingsIn(name)).toHaveProperty("network", row);
    },
  );
});

describe("the endpoints", () => {
  it.each(networkNames)("of %s are the table's", (name) => {
    expect(settingsIn(name)).toMatchObject({ rpcUrls: networks[name].rpcUrls });
  });

  it("are VITE_RPC_URLS in its order, if set", () => {
    vi.stubEnv("VITE_RPC_URLS", "https://a.example/key, http://127.0.0.1:8545 ,https://b.example");
    expect(settingsIn("mainnet")).toMatchObject({
      rpcUrls: ["https://a.example/key", "http://127.0.0.1:8545", "https://b.example"],
    });
  });

  it.each([
    "a.example",
    "ws://a.example",
    "https://a.example,",
    "https://a.example,,https://b.example",
    " ",
    "https://",
    "javascript:alert(1)",
  ])("may not be %j", (urls) => {
    vi.stubEnv("VITE_RPC_URLS", urls);
    expect(() => settingsIn("mainnet")).toThrow(
      /^VITE_RPC_URLS has an entry that is not an http\(s\) URL: /,
    );
  });
});

it("gives the primer address and endpoints by themselves, the same as the page's", () => {
  vi.stubEnv("VITE_TICKET_ADDRESS", `0x${"ab".repeat(20)}`);
  vi.stubEnv("VITE_RPC_URLS", "https://one.example/,https://two.example/");
  vi.stubEnv("VITE_REOWN_PROJECT_ID", PROJECT_ID);
  const ticketAddress = exportOf("ticketAddress", "virtual:settings", "mainnet");
  const rpcUrls = exportOf("rpcUrls", "virtual:settings", "mainnet");
  expect(rpcUrls).toEqual(["https://one.example/", "https://two.example/"]);
  expect(settingsIn("mainnet")).toMatchObject({ ticketAddress, rpcUrls });
});

describe("the wallet project", () => {
  it("is VITE_REOWN_PROJECT_ID", () => {
    expect(settingsIn("mainnet")).toMatchObject({ projectId: PROJECT_ID });
  });

  it.each(liveNetworkNames)("is needed for %s, and the error says how", (mode) => {
    vi.stubEnv("VITE_REOWN_PROJECT_ID", "");
    expect(() => settingsIn(mode)).toThrow(
      new RegExp(`page for ${mode} needs a wallet project: .*set VITE_REOWN_PROJECT_ID`),
    );
  });

  it.each(["yourProjectId", "0123", "g".repeat(32), ` ${PROJECT_ID}`])(
    "is refused if it is none, as %j",
    (id) => {
      vi.stubEnv("VITE_REOWN_PROJECT_ID", id);
      expect(() => settingsIn("mainnet")).toThrow(
        `VITE_REOWN_PROJECT_ID is not a project's id, 32 hex digits as in the project's page at https://cloud.reown.com: ${id}`,
      );
    },
  );

  it("may be missing on a local chain", () => {
    vi.stubEnv("VITE_REOWN_PROJECT_ID", "");
    expect(settingsIn("localhost")).toMatchObject({ projectId: null });
  });
});

describe("the wallet kit's features", () => {
  const TERMS = "https://mint.example/terms";
  const PRIVACY = "https://mint.example/privacy";
  const KNOWN =
    "Known, separated by commas: email, socials, swaps, onramp, send, receive, history, legalCheckbox, analytics";

  it.each(["", " ", ","])("are all off with VITE_WALLET_FEATURES=%j", (list) => {
    vi.stubEnv("VITE_WALLET_FEATURES", list);
    expect(walletFeaturesIn("mainnet")).toEqual({
      enabled: [],
      termsUrl: null,
      privacyUrl: null,
      excludedWalletIds: [],
      excludedWallets: { rdns: [], names: [] },
    });
  });

  it("are those of VITE_WALLET_FEATURES, each once", () => {
    vi.stubEnv("VITE_WALLET_FEATURES", "send, email,send");
    expect(walletFeaturesIn("mainnet")).toMatchObject({ enabled: ["email", "send"] });
  });

  it.each(["Email", "pay", "all", "email swaps", "toString"])(
    "stop the build at the unknown name %j, and the error lists the known ones",
    (name) => {
      vi.stubEnv("VITE_WALLET_FEATURES", `history,${name}`);
      expect(() => walletFeaturesIn("mainnet")).toThrow(
        `VITE_WALLET_FEATURES has an unknown name: ${name}. ${KNOWN}`,
      );
    },
  );

  it("leave out the wallets of VITE_EXCLUDED_WALLETS, by id, by rdns and by name", () => {
    const [first, second] = ["ab".repeat(32), "01".repeat(32)];
    vi.stubEnv(
      "VITE_EXCLUDED_WALLETS",
      `${first}, io.MetaMask,name: Unloved Wallet ,${second}, app.un-loved.v2,name:7,`,
    );
    expect(walletFeaturesIn("mainnet")).toMatchObject({
      excludedWalletIds: [first, second],
      excludedWallets: { rdns: ["io.metamask", "app.un-loved.v2"], names: ["unloved wallet", "7"] },
    });
  });

  it.each([
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
  ])("stop the build at %j, which excludes no wallet", (entry) => {
    vi.stubEnv("VITE_EXCLUDED_WALLETS", entry);
    expect(() => walletFeaturesIn("mainnet")).toThrow(
      `VITE_EXCLUDED_WALLETS has an invalid wallet: ${entry}.`,
    );
  });

  it("are not in the page's settings: they load with the kit", () => {
    vi.stubEnv("VITE_WALLET_FEATURES", "email");
    expect(JSON.stringify(settingsIn("mainnet"))).not.toContain("email");
  });

  it("need a wallet project, also on a local chain", () => {
    vi.stubEnv("VITE_REOWN_PROJECT_ID", "");
    expect(walletFeaturesIn("localhost")).toMatchObject({ enabled: [] });
    vi.stubEnv("VITE_WALLET_FEATURES", "email");
    expect(() => walletFeaturesIn("localhost")).toThrow(
      /^VITE_WALLET_FEATURES needs a wallet project: .*Set VITE_REOWN_PROJECT_ID/,
    );
  });

  it.each([
    [TERMS, ""],
    ["", PRIVACY],
    [TERMS, PRIVACY],
  ])("legalCheckbox asks to agree to terms %j and privacy policy %j", (terms, privacy) => {
    vi.stubEnv("VITE_WALLET_FEATURES", "legalCheckbox");
    vi.stubEnv("VITE_TERMS_URL", terms);
    vi.stubEnv("VITE_PRIVACY_URL", privacy);
    expect(walletFeaturesIn("mainnet")).toEqual({
      enabled: ["legalCheckbox"],
      termsUrl: terms || null,
      privacyUrl: privacy || null,
      excludedWalletIds: [],
      excludedWallets: { rdns: [], names: [] },
    });
  });

  it("legalCheckbox stops the build if there is nothing to agree to", () => {
    vi.stubEnv("VITE_WALLET_FEATURES", "legalCheckbox");
    expect(() => walletFeaturesIn("mainnet")).toThrow(
      "legalCheckbox, which needs VITE_TERMS_URL, VITE_PRIVACY_URL or both",
    );
  });

  it.each(["VITE_TERMS_URL", "VITE_PRIVACY_URL"])(
    "%s stops the build if it is not a URL",
    (name) => {
      vi.stubEnv(name, "javascript:alert(1)");
      expect(() => walletFeaturesIn("mainnet")).toThrow(
        `${name} is not an absolute http(s) URL: javascript:alert(1)`,
      );
    },
  );

  it.each([
    ["", false],
    ["receive,analytics", false],
    ["history", true],
  ])("with %j on, pictures of foreign hosts are shown: %s", (list, shown) => {
    vi.stubEnv("VITE_WALLET_FEATURES", list);
    const features = walletFeaturesIn("mainnet") as WalletFeatures;
    const policy = contentSecurityPolicy({
      inlineScripts: [],
      rpcUrls: [],
      picturesUrl: null,
      foreignPictures: showForeignPictures(features),
    });
    expect(/img-src [^;]*https:(?!\/\/)/.test(policy)).toBe(shown);
  });
});

describe("the folder of pictures", () => {
  const picturesUrlIn = (mode: string) => exportOf("picturesUrl", "virtual:pictures", mode);

  it("is none unless it is set", () => {
    expect(picturesUrlIn("mainnet")).toBeNull();
  });

  it.each([
    ["https://ipfs.example/ipfs/bafy/", "https://ipfs.example/ipfs/bafy/"],
    ["https://bafy.ipfs.example", "https://bafy.ipfs.example/"],
    ["https://Tickets.Example:8443/a/../b", "https://tickets.example:8443/b/"],
  ])("is %s with a slash at its end", (text, url) => {
    vi.stubEnv("VITE_PICTURES_URL", text);
    expect(picturesUrlIn("mainnet")).toBe(url);
  });

  it.each([
    ["mainnet", "http://tickets.example/"],
    ["mainnet", "http://127.0.0.1:8080/"],
    ["sepolia", "http://localhost/"],
    ["localhost", "http://tickets.example/"],
    ["localhost", "http://127.0.0.1.tickets.example/"],
    ["mainnet", "ipfs://bafy/"],
    ["mainnet", "javascript:alert(1)"],
    ["mainnet", "data:text/plain,1"],
    ["mainnet", "tickets.example/"],
  ])("stops a build for %s if it is %s", (mode, text) => {
    vi.stubEnv("VITE_PICTURES_URL", text);
    expect(() => picturesUrlIn(mode)).toThrow(
      "VITE_PICTURES_URL is not an absolute https URL, such as https://ipfs.example/ipfs/<cid>/ " +
        `(in a build for localhost, http://127.0.0.1 is one too): ${text}`,
    );
  });

  it.each([
    "https://tickets.example/?a",
    "https://tickets.example/#a",
    "https://you@tickets.example/",
    "https://:secret@tickets.example/",
  ])("stops the build if it is %s", (text) => {
    vi.stubEnv("VITE_PICTURES_URL", text);
    expect(() => picturesUrlIn("mainnet")).toThrow(
      `VITE_PICTURES_URL has more than an origin and a path (a query, a fragment or a login): ${text}`,
    );
  });

  it.each(["http://127.0.0.1:8080/ipfs/bafy/", "http://localhost:8080/"])(
    "may be %s in a build for localhost",
    (text) => {
      vi.stubEnv("VITE_PICTURES_URL", text);
      expect(picturesUrlIn("localhost")).toBe(text);
    },
  );

  it.each([
    ["ipfs://bafy/", "https://ipfs.example/ipfs/bafy/", null],
    ["ipfs://bafy/", "https://bafy.ipfs.example/", null],
    ["https://tickets.example/a/", "https://tickets.example/a/", null],
    ["ipfs://bafy/", "https://ipfs.example/ipfs/bafz/", "has its pictures in ipfs://bafy/"],
    ["https://tickets.example/a/", "https://tickets.example/", "has its pictures in https://"],
    [null, "https://tickets.example/", "draws its pictures on chain"],
    [null, "", null],
  ])("of a contract whose folder is %s, as %s is warned of: %s", (folder, text, warning) => {
    vi.stubEnv("VITE_PICTURES_URL", text);
    vi.mocked(readFileSync).mockImplementation((file) => {
      const record = recordIn(String(file));
      return JSON.stringify(
        folder === null ? record : { ...record, folderRenderer: { baseUri: folder } },
      );
    });
    picturesUrlIn("mainnet");
    if (warning === null) expect(warn).not.toHaveBeenCalled();
    else expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(warning));
  });

  it("is not compared with the record of another contract", () => {
    vi.stubEnv("VITE_PICTURES_URL", "https://tickets.example/");
    vi.stubEnv("VITE_TICKET_ADDRESS", OTHER);
    picturesUrlIn("mainnet");
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

it.each(["mainnet", "nowhere"])(
  "prints an error for %s as its message, without a stack",
  (mode) => {
    vi.stubEnv("VITE_REOWN_PROJECT_ID", "");
    try {
      settingsIn(mode);
      expect.unreachable();
    } catch (error) {
      expect((error as Error).stack).toBe((error as Error).message);
    }
  },
);

describe("the page's own address", () => {
  it.each([
    ["https://mint.example", "https://mint.example/"],
    ["https://mint.example/", "https://mint.example/"],
    ["https://example.org/homes/mint", "https://example.org/homes/mint/"],
    ["http://localhost:5173", "http://localhost:5173/"],
  ])("%s makes every address of the share card absolute", (given, address) => {
    vi.stubEnv("VITE_SITE_URL", given);
    expect(headIn("mainnet")).toEqual(
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
    const tags = headIn("mainnet");
    expect(tags).toContain(`og:title=${collection.name}: ${collection.summary}`);
    expect(tags).toContain("twitter:card=summary");
    expect(tags.filter((tag) => /image|url=|canonical/.test(tag))).toEqual([]);
  });

  it("may be one of several, of which share cards have the first", () => {
    vi.stubEnv("VITE_SITE_URL", "https://mint.example, https://mint.eth.limo/page");
    expect(headIn("mainnet")).toContain("og:url=https://mint.example/");
    expect(exportOf("siteUrls", "virtual:site", "mainnet")).toEqual([
      "https://mint.example/",
      "https://mint.eth.limo/page/",
    ]);
  });

  it("is in the primer's settings and not in the bundle's, and in neither on a local chain", () => {
    vi.stubEnv("VITE_SITE_URL", "https://mint.example");
    expect(JSON.stringify(settingsIn("mainnet"))).not.toContain("mint.example");
    expect(exportOf("siteUrls", "virtual:site", "sepolia")).toEqual(["https://mint.example/"]);
    expect(exportOf("siteUrls", "virtual:site", "localhost")).toEqual([]);
    vi.stubEnv("VITE_SITE_URL", "");
    expect(exportOf("siteUrls", "virtual:site", "mainnet")).toEqual([]);
  });

  it("stops the build if a later one is malformed", () => {
    vi.stubEnv("VITE_SITE_URL", "https://mint.example,hearth.eth");
    expect(() => headIn("mainnet")).toThrow(
      "VITE_SITE_URL is not an absolute http(s) URL, such as https://mint.example: hearth.eth",
    );
  });

  it.each(["mint.example", "/mint", "ftp://mint.example", "javascript:alert(1)", "https://"])(
    "stops the build if it is %s",
    (given) => {
      vi.stubEnv("VITE_SITE_URL", given);
      expect(() => headIn("mainnet")).toThrow(
        `VITE_SITE_URL is not an absolute http(s) URL, such as https://mint.example: ${given}`,
      );
    },
  );

  it.each([
    "https://mint.example/?a=welcome5",
    "https://mint.example/#mint",
    "https://user:word@mint.example/",
  ])("stops the build if it has more than an origin and a path: %s", (given) => {
    vi.stubEnv("VITE_SITE_URL", given);
    expect(() => headIn("mainnet")).toThrow("VITE_SITE_URL has more than an origin and a path");
  });
});

describe("the price feed", () => {
  const feedIn = (mode: string) => exportOf("priceFeed", "virtual:price-feed", mode);
  const hasFeedIn = (mode: string) => exportOf("hasPriceFeed", "virtual:has-price-feed", mode);

  it.each(networkNames)("is that of the row of %s", (name) => {
    expect(feedIn(name)).toBe(networks[name].priceFeed);
    expect(hasFeedIn(name)).toBe(networks[name].priceFeed !== null);
  });

  it("is another one if one is set, and none for none", () => {
    vi.stubEnv("VITE_PRICE_FEED", OTHER);
    expect(feedIn("mainnet")).toBe(OTHER);
    expect(feedIn("localhost")).toBe(OTHER);
    expect(hasFeedIn("localhost")).toBe(true);
    vi.stubEnv("VITE_PRICE_FEED", "none");
    expect(feedIn("mainnet")).toBeNull();
    expect(hasFeedIn("mainnet")).toBe(false);
  });

  it.each(["off", "None", "0x", OTHER.slice(0, -1), `${OTHER}0`, ` ${OTHER}`, "eth-usd.data.eth"])(
    "stops the build if it is no address: %s",
    (text) => {
      vi.stubEnv("VITE_PRICE_FEED", text);
      expect(() => feedIn("mainnet")).toThrow(
        `VITE_PRICE_FEED is neither the address of a price feed nor "none", for no price in dollars: ${text}`,
      );
    },
  );
});

describe("help and contact", () => {
  const linksIn = (mode: string) => exportOf("helpLinks", "virtual:help", mode);

  it("are the page's own answers and nobody, unless they are set", () => {
    expect(linksIn("mainnet")).toEqual({ helpUrl: null, supportUrl: null });
  });

  it.each([
    ["https://help.example/", "mailto:help@mint.example"],
    ["none", "https://mint.example/contact"],
  ])("are %s and %s", (helpUrl, supportUrl) => {
    vi.stubEnv("VITE_HELP_URL", helpUrl);
    vi.stubEnv("VITE_SUPPORT_URL", supportUrl);
    expect(linksIn("mainnet")).toEqual({ helpUrl, supportUrl });
  });

  it.each([
    ["VITE_HELP_URL", "javascript:alert(1)", "VITE_HELP_URL is not an absolute http(s) URL"],
    ["VITE_HELP_URL", "mailto:help@mint.example", "VITE_HELP_URL is not an absolute http(s) URL"],
    ["VITE_SUPPORT_URL", "help@mint.example", "VITE_SUPPORT_URL is not an absolute http(s) URL"],
    ["VITE_SUPPORT_URL", "mailto:help", "VITE_SUPPORT_URL is not a mail address"],
    ["VITE_SUPPORT_URL", "mailto:a@b?cc=c@d", "VITE_SUPPORT_URL is not a mail address"],
  ])("stop the build: %s=%s", (name, text, problem) => {
    vi.stubEnv(name, text);
    expect(() => linksIn("mainnet")).toThrow(problem);
  });
});

describe("the opening time", () => {
  const opensIn = (mode: string) => exportOf("saleOpens", "virtual:sale-opens", mode);

  it("is none unless it is set", () => {
    expect(opensIn("mainnet")).toBeNull();
  });

  it.each([
    ["2026-12-01T18:00:00Z", Date.UTC(2026, 11, 1, 18)],
    ["2026-12-01T18:00:30+01:00", Date.UTC(2026, 11, 1, 17, 0, 30)],
    ["2028-02-29T23:30-05:30", Date.UTC(2028, 2, 1, 5)],
  ])("%s is a moment", (text, at) => {
    vi.stubEnv("VITE_SALE_OPENS", text);
    expect(opensIn("mainnet")).toBe(at);
  });

  it.each([
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
  ])("stops the build if it is %s", (text) => {
    vi.stubEnv("VITE_SALE_OPENS", text);
    expect(() => opensIn("mainnet")).toThrow(
      `VITE_SALE_OPENS is not a date and time with its zone, such as 2026-12-01T18:00:00+01:00 or 2026-12-01T17:00:00Z: ${text}`,
    );
  });
});
