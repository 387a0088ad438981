import { verifyMessage } from "ethers";
import type { CloudState, HistoryPage, RegisteredName, SwapToken } from "./cloud-state.ts";

export interface CloudCall {
  readonly endpoint: string;
  readonly method: string;
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export type Answer =
  | { readonly status: number; readonly json: unknown }
  | { readonly status: number; readonly image: string };

type Check = RegExp | ((value: unknown) => boolean);

interface Endpoint {
  readonly name: string;
  readonly host: string;
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  /**
   * The place of the project's id in a request. `sdk`: in the query as `projectId`, with `st` and
   * `sv`, as specified.
   */
  readonly asks: "sdk" | "project" | "body" | "none";
  readonly query?: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
  readonly body?: Readonly<Record<string, Check>>;
  readonly optionalBody?: Readonly<Record<string, Check>>;
  readonly answer: (call: CloudCall, state: CloudState) => Answer;
}

const REGISTRY = "api.web3modal.org";
const CHAIN_API = "rpc.walletconnect.org";
const ANALYTICS = "pulse.walletconnect.org";
export const CLOUD_HOSTS = [REGISTRY, CHAIN_API, ANALYTICS];

const PLAIN_ADDRESS = "0x[0-9a-fA-F]{40}";
const ADDRESS = new RegExp(`^${PLAIN_ADDRESS}$`);
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const CAIP10 = new RegExp(`^eip155:\\d+:${PLAIN_ADDRESS}$`);
const WHOLE = /^\d+$/;
const ANYTHING = /^.+$/;
const IDS = /^[0-9a-f]{64}(,[0-9a-f]{64})*$/;
const CHAINS = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}(,[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32})*$/;
const isText = (value: unknown) => typeof value === "string" && value !== "";
const isObject = (value: unknown) => typeof value === "object" && value !== null;

/**
 * Paths and parameters are from section 7 of the specification. Each answer names its source: -
 * `server`: the public source of the chain API (github.com/reown-com/blockchain-api, a4b66a9,
 * src/handlers) - `types`: AppKit's published types, and published answers of the real servers -
 * `assumed`: neither of these
 */
export const ENDPOINTS: readonly Endpoint[] = [
  // types: ApiGetWalletsResponse
  {
    name: "wallets",
    host: REGISTRY,
    method: "GET",
    path: /^\/getWallets$/,
    asks: "sdk",
    query: { page: WHOLE, entries: WHOLE },
    optional: {
      chains: CHAINS,
      search: ANYTHING,
      badge_type: /^(none|certified)$/,
      include: IDS,
      exclude: IDS,
    },
    answer: ({ query }, { wallets }) => {
      const listed = (list: string | undefined, id: string) => list?.split(",").includes(id);
      const found = wallets.filter(
        ({ id, name, chains, badge_type }) =>
          (query.include === undefined || listed(query.include, id)) &&
          !listed(query.exclude, id) &&
          (query.chains === undefined || chains.some((chain) => listed(query.chains, chain))) &&
          (query.badge_type === undefined || badge_type === query.badge_type) &&
          name.toLowerCase().includes((query.search ?? "").toLowerCase()),
      );
      const [page, entries] = [Number(query.page), Number(query.entries)];
      return json({
        data: found.slice((page - 1) * entries, page * entries),
        count: found.length,
      });
    },
  },
  ...(["getWalletImage", "public/getAssetImage"] as const).map(
    (path): Endpoint => ({
      name: path === "getWalletImage" ? "wallet image" : "asset image",
      host: REGISTRY,
      method: "GET",
      path: new RegExp(`^/${path}/(?<id>[-0-9a-z]+)$`),
      asks: "sdk",
      answer: image,
    }),
  ),
  ...(["Currency", "Token"] as const).map(
    (what): Endpoint => ({
      name: `${what.toLowerCase()} image`,
      host: REGISTRY,
      method: "GET",
      path: new RegExp(`^/public/get${what}Image/(?<symbol>[0-9A-Z]+)$`),
      asks: "sdk",
      answer: image,
    }),
  ),
  // types: ApiGetAllowedOriginsResponse
  {
    name: "origins",
    host: REGISTRY,
    method: "GET",
    path: /^\/projects\/v1\/origins$/,
    asks: "sdk",
    answer: (_, { allowedOrigins }) => json({ allowedOrigins }),
  },
  // types: ApiGetAnalyticsConfigResponse
  {
    name: "analytics config",
    host: REGISTRY,
    method: "GET",
    path: /^\/getAnalyticsConfig$/,
    asks: "sdk",
    answer: (_, { analytics }) => json({ isAnalyticsEnabled: analytics }),
  },
  // assumed: AppKit reads only the status
  {
    name: "event",
    host: ANALYTICS,
    method: "POST",
    path: /^\/e$/,
    asks: "sdk",
    body: {
      eventId: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      url: ANYTHING,
      domain: ANYTHING,
      timestamp: (value) => typeof value === "number",
      props: isObject,
    },
    answer: () => json({}),
  },
  // server: supported_chains.rs
  {
    name: "supported chains",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/supported-chains$/,
    asks: "sdk",
    answer: (_, { supportedChains }) => json({ http: supportedChains, ws: [] }),
  },
  // server: identity.rs
  {
    name: "identity",
    host: CHAIN_API,
    method: "GET",
    path: new RegExp(`^/v1/identity/(?<address>${PLAIN_ADDRESS})$`),
    asks: "sdk",
    optional: { sender: ADDRESS },
    answer: (_, { identity }) => json({ ...identity, resolvedAt: null }),
  },
  // server: history.rs
  {
    name: "history",
    host: CHAIN_API,
    method: "GET",
    path: new RegExp(`^/v1/account/(?<address>${PLAIN_ADDRESS})/history$`),
    asks: "sdk",
    optional: { cursor: ANYTHING, onramp: /^coinbase$/, chainId: CAIP2 },
    answer: ({ query }, { history }) => {
      const page: HistoryPage | undefined = history.get(query.cursor ?? "");
      return page === undefined ? failed("cursor", "Invalid parameter: cursor") : json(page);
    },
  },
  // server: balance.rs
  {
    name: "balance",
    host: CHAIN_API,
    method: "GET",
    path: new RegExp(`^/v1/account/(?<address>${PLAIN_ADDRESS})/balance$`),
    asks: "sdk",
    query: { currency: /^(btc|eth|usd|eur|gbp|aud|cad|inr|jpy)$/ },
    optional: { chainId: CAIP2, forceUpdate: ANYTHING },
    answer: ({ query }, { balances }) =>
      json({
        balances: balances.filter(({ chainId }) => [chainId, undefined].includes(query.chainId)),
      }),
  },
  // server: convert/tokens.rs
  {
    name: "swap tokens",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/convert\/tokens$/,
    asks: "sdk",
    query: { chainId: CAIP2 },
    answer: ({ query }, { swapTokens }) =>
      json({ tokens: swapTokens.filter(({ address }) => address.startsWith(`${query.chainId}:`)) }),
  },
  // server: convert/quotes.rs; `userAddress` is from the specification, and the server ignores it
  {
    name: "swap quote",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/convert\/quotes$/,
    asks: "sdk",
    query: { amount: WHOLE, from: CAIP10, to: CAIP10 },
    optional: { gasPrice: WHOLE, userAddress: ADDRESS },
    answer: ({ query: { amount = "", from = "", to = "" } }, state) => {
      const toAmount = exchanged(state, from, to, amount);
      if (toAmount === null) return failed("", "Conversion parameter error: unknown token");
      return json({
        quotes: [{ id: null, fromAmount: amount, fromAccount: from, toAmount, toAccount: to }],
      });
    },
  },
  // server: convert/allowance.rs
  {
    name: "swap allowance",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/convert\/allowance$/,
    asks: "sdk",
    query: { tokenAddress: CAIP10, userAddress: CAIP10 },
    answer: ({ query }, { allowances }) =>
      json({ allowance: allowances.get(String(query.tokenAddress).toLowerCase()) ?? "0" }),
  },
  // server: convert/gas_price.rs
  {
    name: "gas price",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/convert\/gas-price$/,
    asks: "sdk",
    query: { chainId: CAIP2 },
    answer: (_, { gasPrice }) => json({ standard: gasPrice, fast: gasPrice, instant: gasPrice }),
  },
  // server: convert/approve.rs and providers/one_inch.rs return the token as `from`, without the
  // `gas` of AppKit's types. assumed: data and gas price
  {
    name: "build approve",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/convert\/build-approve$/,
    asks: "sdk",
    query: { userAddress: CAIP10, from: CAIP10, to: CAIP10 },
    optional: { amount: WHOLE },
    answer: ({ query: { from = "", to = "" } }, { exchange, gasPrice }) =>
      json({
        tx: {
          from,
          to,
          data: `0x095ea7b3${word(exchange.address.split(":")[2] ?? "")}${"f".repeat(64)}`,
          value: "0",
          eip155: { gasPrice },
        },
      }),
  },
  // server: convert/transaction.rs
  {
    name: "build transaction",
    host: CHAIN_API,
    method: "POST",
    path: /^\/v1\/convert\/build-transaction$/,
    asks: "body",
    body: {
      amount: WHOLE,
      from: CAIP10,
      to: CAIP10,
      userAddress: CAIP10,
      eip155: (value) =>
        isObject(value) && Number.isInteger((value as { slippage?: unknown }).slippage),
    },
    optionalBody: { disableEstimate: (value) => typeof value === "boolean" },
    answer: ({ body }, state) => {
      const { amount, from, to, userAddress } = body as Record<string, string>;
      const toAmount = exchanged(state, from ?? "", to ?? "", amount ?? "");
      if (toAmount === null) return failed("", "Conversion parameter error: unknown token");
      const { address, data, gas } = state.exchange;
      return json({
        tx: {
          from: userAddress,
          to: address,
          data,
          amount: toAmount,
          eip155: { gas, gasPrice: state.gasPrice },
        },
      });
    },
  },
  // server: fungible_price.rs
  {
    name: "price",
    host: CHAIN_API,
    method: "POST",
    path: /^\/v1\/fungible\/price$/,
    asks: "body",
    body: {
      currency: /^usd$/,
      addresses: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((address) => CAIP10.test(String(address))),
    },
    answer: ({ body }, state) => {
      const { addresses } = body as { addresses: string[] };
      return json({
        fungibles: addresses.flatMap((address) => {
          const token = tokenAt(state, address);
          const price = state.prices.get(address.toLowerCase());
          if (token === undefined || price === undefined) return [];
          const { name, symbol, decimals, logoUri } = token;
          return [{ address, name, symbol, iconUrl: logoUri ?? "", price, decimals }];
        }),
      });
    },
  },
  // server: profile/lookup.rs; version 2 answers an unregistered name with an empty list
  {
    name: "name",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/profile\/account\/(?<name>[^/]+)$/,
    asks: "sdk",
    query: { apiVersion: /^2$/ },
    answer: ({ path: { name = "" } }, { names }) =>
      problemWithName(name) ?? json(names.get(name) ?? []),
  },
  // server: profile/reverse.rs
  {
    name: "names of an address",
    host: CHAIN_API,
    method: "GET",
    path: new RegExp(`^/v1/profile/reverse/(?<address>${PLAIN_ADDRESS})$`),
    asks: "sdk",
    query: { apiVersion: /^2$/ },
    optional: { sender: ADDRESS },
    answer: ({ path: { address = "" } }, { names }) =>
      json(
        [...names.values()].filter(({ addresses }) =>
          Object.values(addresses).some((one) => sameText(one.address, address)),
        ),
      ),
  },
  // server: profile/suggestions.rs; the name comes first, then words from the server's dictionary
  {
    name: "name suggestions",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/profile\/suggestions\/(?<name>[^/]+)$/,
    asks: "sdk",
    optional: { zone: /^reown\.id$/ },
    answer: ({ path: { name = "" } }, { names }) => {
      if (name.length < 3) return failed("name", `Invalid name length: ${name}`);
      if (!NAME.test(name)) return failed("name", `Invalid name format: ${name}`);
      return json({
        suggestions: ["", "-home"].map((ending) => {
          const full = `${name}${ending}.reown.id`;
          return { name: full, registered: names.has(full) };
        }),
      });
    },
  },
  // server: profile/register.rs; it answers with the name's record, which AppKit ignores
  {
    name: "register name",
    host: CHAIN_API,
    method: "POST",
    path: /^\/v1\/profile\/account$/,
    asks: "none",
    body: {
      coin_type: (value) => Number.isInteger(value),
      address: ADDRESS,
      message: isText,
      signature: /^0x[0-9a-f]+$/,
    },
    answer: ({ body }, state) => register(body as Registration, state),
  },
  // server: generators/onrampurl.rs
  {
    name: "onramp url",
    host: CHAIN_API,
    method: "POST",
    path: /^\/v1\/generators\/onrampurl$/,
    asks: "project",
    body: {
      destinationWallets: (value) => Array.isArray(value) && value.every(isDestination),
      partnerUserId: isText,
      defaultExperience: /^(send|buy)$/,
    },
    optionalBody: {
      defaultNetwork: isText,
      presetCryptoAmount: (value) => Number.isInteger(value),
      presetFiatAmount: (value) => Number.isInteger(value),
    },
    answer: ({ body }) => {
      const given = body as Record<string, unknown>;
      const url = new URL("https://pay.coinbase.com/buy/select-asset");
      url.searchParams.set("appId", "the-provider");
      for (const [name, value] of Object.entries(given)) {
        url.searchParams.set(name, typeof value === "string" ? value : JSON.stringify(value));
      }
      return json({ url: url.href });
    },
  },
  // server: sessions/list.rs
  {
    name: "sessions",
    host: CHAIN_API,
    method: "GET",
    path: new RegExp(`^/v1/sessions/(?<account>eip155:\\d+:${PLAIN_ADDRESS})$`),
    asks: "sdk",
    answer: () => json({ pcis: [] }),
  },
  // server: sessions/revoke.rs answers without a body
  {
    name: "revoke session",
    host: CHAIN_API,
    method: "POST",
    path: new RegExp(`^/v1/sessions/(?<account>eip155:\\d+:${PLAIN_ADDRESS})/revoke$`),
    asks: "project",
    body: { pci: isText, signature: /^0x[0-9a-f]+$/ },
    answer: () => json(undefined),
  },
  // server: it has no such path and answers 404. An answer from a test is assumed
  {
    name: "onramp options",
    host: CHAIN_API,
    method: "GET",
    path: /^\/v1\/onramp\/options$/,
    asks: "sdk",
    answer: (_, { onrampOptions }) => (onrampOptions === null ? missing() : json(onrampOptions)),
  },
  // server: it has no such path
  {
    name: "onramp quote",
    host: CHAIN_API,
    method: "POST",
    path: /^\/v1\/onramp\/quote$/,
    asks: "project",
    body: {
      purchaseCurrency: isObject,
      paymentCurrency: isObject,
      amount: /^\d+(\.\d+)?$/,
      network: isText,
    },
    answer: (_, { onrampQuote }) => (onrampQuote === null ? missing() : json(onrampQuote)),
  },
];

interface Registration {
  readonly coin_type: number;
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

const NAME = /^[a-z0-9.-]+$/;

function register({ coin_type, address, message, signature }: Registration, state: CloudState) {
  const payload = JSON.parse(message) as { name?: unknown; timestamp?: unknown };
  const name = String(payload.name);
  const problem = problemWithName(name);
  if (problem !== null) return problem;
  if (state.names.has(name)) return failed("name", `Name is already registered: ${name}`);
  if (typeof payload.timestamp !== "number") return failed("timestamp", "No timestamp");
  if (!sameText(verifyMessage(message, signature), address)) {
    return failed("signature", "Invalid signature", 401);
  }
  const at = new Date(payload.timestamp * 1_000).toISOString();
  const record: RegisteredName = {
    name,
    registered_at: at,
    updated_at: at,
    attributes: {},
    addresses: { [String(coin_type)]: { address, created_at: at } },
  };
  state.names.set(name, record);
  return json(record);
}

function problemWithName(name: string): Answer | null {
  const parts = name.split(".");
  if (!NAME.test(name)) return failed("name", `Invalid name format: ${name}`);
  if (parts.length !== 3 || (parts[0]?.length ?? 0) < 3) {
    return failed("name", `Invalid name length: ${name}`);
  }
  if (!name.endsWith(".reown.id")) {
    return failed("name", `Name is not in the allowed zones: ${name}`);
  }
  return null;
}

function isDestination(value: unknown): boolean {
  return isObject(value) && isText((value as { address?: unknown }).address);
}

function exchanged(state: CloudState, from: string, to: string, amount: string): string | null {
  const [source, target] = [tokenAt(state, from), tokenAt(state, to)];
  const [paid, got] = [state.prices.get(from.toLowerCase()), state.prices.get(to.toLowerCase())];
  if (!source || !target || !paid || !got) return null;
  const scale = 10n ** 6n;
  const rate = BigInt(Math.round((paid / got) * Number(scale)));
  return String(
    (BigInt(amount) * rate * 10n ** BigInt(target.decimals)) /
      (scale * 10n ** BigInt(source.decimals)),
  );
}

function tokenAt({ swapTokens }: CloudState, address: string): SwapToken | undefined {
  return swapTokens.find((token) => sameText(token.address, address));
}

function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function word(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, "0");
}

function json(value: unknown): Answer {
  return { status: 200, json: value };
}

function image(): Answer {
  return {
    status: 200,
    image:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/></svg>',
  };
}

export function failed(field: string, description: string, status = 400): Answer {
  return { status, json: { status: "FAILED", reasons: [{ field, description }] } };
}

function missing(): Answer {
  return { status: 404, json: {} };
}

/** AppKit's name and version. The servers accept unknown query parameters. */
const SDK: Readonly<Record<string, Check>> = { st: /^appkit$/, sv: /^[a-z]+-[a-z0-9]+-[\d.]+$/ };

export function problemWithCall(
  { asks, query = {}, optional = {}, body, optionalBody = {} }: Endpoint,
  call: CloudCall,
): string | null {
  const known: Record<string, Check> = {
    ...query,
    ...optional,
    ...SDK,
    projectId: ANYTHING,
    // The client id of a session over the relay.
    clientId: ANYTHING,
  };
  const required: Record<string, Check> = { ...query };
  if (asks === "sdk" || asks === "project") required.projectId = ANYTHING;
  if (asks === "sdk") Object.assign(required, SDK);
  const inQuery = problemWithFields("query", call.query, required, { ...known, ...required });
  if (inQuery !== null || body === undefined) return inQuery;
  const requiredBody: Record<string, Check> = { ...body };
  if (asks === "body") requiredBody.projectId = isText;
  if (!isObject(call.body)) return "no JSON in its body";
  return problemWithFields("body", call.body as Record<string, unknown>, requiredBody, {
    ...requiredBody,
    ...optionalBody,
  });
}

function problemWithFields(
  where: string,
  given: Readonly<Record<string, unknown>>,
  required: Readonly<Record<string, Check>>,
  known: Readonly<Record<string, Check>>,
): string | null {
  for (const name of Object.keys(required)) {
    if (given[name] === undefined) return `${name} is missing in its ${where}`;
  }
  for (const [name, value] of Object.entries(given)) {
    const check = known[name];
    if (check === undefined) return `${name} is unknown in its ${where}`;
    const fits = typeof check === "function" ? check(value) : check.test(String(value));
    if (!fits) return `${name} in its ${where} is ${JSON.stringify(value)}`;
  }
  return null;
}

export function projectOf({ asks }: Endpoint, call: CloudCall): string | undefined {
  if (asks === "none") return undefined;
  if (asks === "body") return String((call.body as { projectId: unknown }).projectId);
  return call.query.projectId;
}

export function unknownProject({ host }: Endpoint): Answer {
  return host === CHAIN_API
    ? failed("authentication", "We failed to authenticate your request", 401)
    : { status: 403, json: {} };
}
