/** `name` omits the prefix. */
export interface AppEvent {
  readonly name: string;
  readonly id: string;
  readonly payload?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (payload: Fields) => boolean;

const text = (value: unknown) => typeof value === "string" && value !== "";
const optionalText = (value: unknown) => value === undefined || typeof value === "string";
const chain = (value: unknown) => typeof value === "number" || text(value);
const email = (value: unknown) =>
  typeof value === "string" && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value);
const nothing: Check = (payload) => Object.keys(payload).length === 0;

const SOCIALS = ["google", "github", "apple", "facebook", "x", "discord"];

/** Read-only methods, which the frame answers without asking its user. */
export const SAFE_METHODS: readonly string[] = [
  "eth_accounts",
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getLogs",
  "eth_getStorageAt",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
  "eth_sendRawTransaction",
  "eth_syncing",
  "wallet_getCapabilities",
  "wallet_getCallsStatus",
  "wallet_getAssets",
];

export const UNSAFE_METHODS: readonly string[] = [
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "eth_sendUserOperation",
  "solana_signMessage",
  "solana_signTransaction",
  "solana_signAllTransactions",
  "solana_signAndSendTransaction",
  "wallet_sendCalls",
  "wallet_grantPermissions",
  "wallet_revokePermissions",
];

const REQUESTS: Readonly<Record<string, Check>> = {
  SWITCH_NETWORK: ({ chainId }) => chain(chainId),
  CONNECT_EMAIL: (payload) => email(payload.email),
  CONNECT_DEVICE: nothing,
  CONNECT_OTP: ({ otp }) => typeof otp === "string",
  CONNECT_SOCIAL: ({ uri }) => text(uri),
  GET_FARCASTER_URI: nothing,
  CONNECT_FARCASTER: nothing,
  GET_USER: ({ chainId, preferredAccountType }) =>
    chain(chainId) && optionalText(preferredAccountType),
  GET_SOCIAL_REDIRECT_URI: ({ provider }) => SOCIALS.includes(String(provider)),
  SIGN_OUT: nothing,
  IS_CONNECTED: ({ token }) => optionalText(token),
  GET_CHAIN_ID: nothing,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: nothing,
  INIT_SMART_ACCOUNT: nothing,
  SET_PREFERRED_ACCOUNT: ({ type }) => type === "eoa" || type === "smartAccount",
  RPC_REQUEST: ({ method, params }) =>
    text(method) && (method !== "wallet_sendCalls" || areCalls(params)),
  UPDATE_EMAIL: (payload) => email(payload.email),
  UPDATE_EMAIL_PRIMARY_OTP: ({ otp }) => typeof otp === "string",
  UPDATE_EMAIL_SECONDARY_OTP: ({ otp }) => typeof otp === "string",
  SYNC_THEME: ({ themeMode }) =>
    themeMode === undefined || themeMode === "light" || themeMode === "dark",
  SYNC_DAPP_DATA: ({ metadata, projectId, sdkVersion, sdkType }) =>
    isMetadata(metadata) && text(projectId) && text(sdkVersion) && text(sdkType),
  RELOAD: nothing,
};

/** The reason why a message is invalid; `null` if it is valid. */
export function problemWith(message: unknown): string | null {
  if (!isFields(message) || typeof message.type !== "string") return "No message of the app";
  const [prefix, name = ""] = message.type.split("/");
  const check = REQUESTS[name];
  if (prefix !== "@w3m-app" || check === undefined) return "Unknown message";
  if (!text(message.id)) return "Message without an id";
  const payload = message.payload ?? {};
  return isFields(payload) && check(payload) ? null : "Wrong payload";
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** EIP-5792: receiver and data of each call. */
function areCalls(params: unknown): boolean {
  const [{ calls }] = params as [{ calls: readonly Fields[] }];
  const isHex = (value: unknown) => typeof value === "string" && value.startsWith("0x");
  return calls.every(({ to, data }) => isHex(to) && (data === undefined || isHex(data)));
}

function isMetadata(value: unknown): boolean {
  return (
    isFields(value) &&
    text(value.name) &&
    typeof value.description === "string" &&
    text(value.url) &&
    Array.isArray(value.icons) &&
    value.icons.every(text)
  );
}
