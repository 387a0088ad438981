import { dataLength, getBytes, type TransactionReceipt, toBeHex } from "ethers";
import type { EthereumProvider } from "hardhat/types/providers";

/**
 * Prices a transaction by another fork's rules, with the steps of its trace. docs/costs.md lists
 * the sources.
 */
export interface Prices {
  readonly call: bigint;
  readonly callWithValue: bigint;
  readonly creation: bigint;
  readonly newAccount: bigint;
  readonly codeByte: bigint;
  readonly codeWord: bigint;
  /** The price of a transaction's first write to a slot, and of a later write. */
  readonly coldSlot: bigint;
  readonly warmSlot: bigint;
  /** The extra price of a write that changes no value, or that is not the slot's first change. */
  readonly slotAgain: bigint;
  readonly slotChanged: bigint;
  readonly slotCreated: bigint;
  /** The minimum price per byte of data, zero or other, in addition to `call` or `creation`. */
  readonly floorZeroByte: bigint;
  readonly floorByte: bigint;
}

/** Prices of EIP-2929, EIP-3529, EIP-3860 and EIP-7623. */
export const OSAKA: Prices = {
  call: 21_000n,
  callWithValue: 21_000n,
  creation: 53_000n,
  newAccount: 0n,
  codeByte: 200n,
  codeWord: 0n,
  coldSlot: 2_100n,
  warmSlot: 0n,
  slotAgain: 100n,
  slotChanged: 2_900n,
  slotCreated: 20_000n,
  floorZeroByte: 10n,
  floorByte: 40n,
};

const STATE_BYTE = 1_530n;

/** Amsterdam in Hardhat 3.17: EIP-7976 and an earlier EIP-8037, without EIP-2780 and EIP-8038. */
export const HARDHATS_AMSTERDAM: Prices = {
  ...OSAKA,
  creation: 30_000n,
  newAccount: 120n * STATE_BYTE,
  codeByte: STATE_BYTE,
  codeWord: 6n,
  slotCreated: 2_900n + 64n * STATE_BYTE,
  floorZeroByte: 64n,
  floorByte: 64n,
};

/** Amsterdam's prices by the text of EIP-2780, EIP-7976, EIP-8037 and EIP-8038. */
export const AMSTERDAM: Prices = {
  ...HARDHATS_AMSTERDAM,
  call: 12_000n + 3_000n,
  callWithValue: 12_000n + 3_000n + 6_000n,
  creation: 12_000n + 12_000n,
  warmSlot: 100n,
  slotAgain: 0n,
  slotChanged: 10_000n,
  slotCreated: 10_000n + 64n * STATE_BYTE,
};

export interface Work {
  readonly kind: "call" | "callWithValue" | "creation";
  readonly zeroBytes: bigint;
  readonly otherBytes: bigint;
  readonly codeBytes: bigint;
  readonly coldWrites: bigint;
  readonly warmWrites: bigint;
  readonly slotsAgain: bigint;
  readonly slotsChanged: bigint;
  readonly slotsCreated: bigint;
  readonly others: bigint;
}

export function priced(work: Work, prices: Prices): bigint {
  const start = prices[work.kind];
  const bytes = work.zeroBytes + work.otherBytes;
  const words = (count: bigint) => (count + 31n) / 32n;
  const creation =
    work.kind === "creation"
      ? // EIP-3860: 2 gas for each word of creation code.
        2n * words(bytes) +
        prices.newAccount +
        work.codeBytes * prices.codeByte +
        words(work.codeBytes) * prices.codeWord
      : 0n;
  const storage =
    work.coldWrites * prices.coldSlot +
    work.warmWrites * prices.warmSlot +
    work.slotsAgain * prices.slotAgain +
    work.slotsChanged * prices.slotChanged +
    work.slotsCreated * prices.slotCreated;
  const used =
    start + 4n * work.zeroBytes + 16n * work.otherBytes + creation + storage + work.others;
  const floor = start + work.zeroBytes * prices.floorZeroByte + work.otherBytes * prices.floorByte;
  return used > floor ? used : floor;
}

/** The prices of these steps depend on the fork, and no measured transaction has them. */
const NOT_MODELLED =
  /^(BALANCE|EXTCODE\w+|CALL|CALLCODE|DELEGATECALL|STATICCALL|CREATE2?|SELFDESTRUCT|SELFBALANCE|GAS|TSTORE|TLOAD)$/;

interface Step {
  readonly op: string;
  readonly gasCost: number;
  readonly stack: readonly string[];
}

export async function workOf(provider: EthereumProvider, mined: TransactionReceipt): Promise<Work> {
  const ask = (method: string, params: unknown[]) => provider.request({ method, params });
  const sent = (await ask("eth_getTransactionByHash", [mined.hash])) as {
    input: string;
    value: string;
  };
  const { structLogs } = (await ask("debug_traceTransaction", [
    mined.hash,
    { disableMemory: true, disableStorage: true },
  ])) as { structLogs: readonly Step[] };

  const contract = mined.contractAddress ?? mined.to;
  const before = toBeHex(mined.blockNumber - 1).replace(/^0x0+(?=.)/, "0x");
  const original = async (slot: string) =>
    mined.contractAddress === null
      ? BigInt((await ask("eth_getStorageAt", [contract, slot, before])) as string)
      : 0n;
  const slots = new Map<string, { readonly original: bigint; current: bigint }>();
  const count = {
    coldWrites: 0n,
    warmWrites: 0n,
    slotsAgain: 0n,
    slotsChanged: 0n,
    slotsCreated: 0n,
  };
  let others = 0n;
  for (const { op, gasCost, stack } of structLogs) {
    if (NOT_MODELLED.test(op)) throw new Error(`No fork's price of ${op} is known here`);
    const [top = "0", below = "0"] = [stack.at(-1), stack.at(-2)];
    const isWrite = op === "SSTORE";
    if (!isWrite) others += BigInt(gasCost);
    if (!isWrite && op !== "SLOAD") continue;
    const slot = toBeHex(BigInt(prefixed(top)), 32);
    const warm = slots.get(slot);
    const value = await (warm === undefined ? original(slot) : warm.original);
    const found = warm ?? { original: value, current: value };
    slots.set(slot, found);
    if (!isWrite) continue;

    const written = BigInt(prefixed(below));
    count[warm === undefined ? "coldWrites" : "warmWrites"] += 1n;
    const isChange = found.current !== written;
    const isFirst = found.current === found.original;
    if (isChange && (written === 0n || written === found.original)) {
      throw new Error("No fork's refunds are known here");
    }
    if (!isChange || !isFirst) count.slotsAgain += 1n;
    else if (found.original === 0n) count.slotsCreated += 1n;
    else count.slotsChanged += 1n;
    found.current = written;
  }

  const data = getBytes(sent.input);
  const zeroBytes = BigInt(data.filter((byte) => byte === 0).length);
  const code =
    mined.contractAddress === null
      ? "0x"
      : ((await ask("eth_getCode", [mined.contractAddress, "latest"])) as string);
  return {
    kind:
      mined.contractAddress !== null
        ? "creation"
        : BigInt(sent.value) > 0n
          ? "callWithValue"
          : "call",
    zeroBytes,
    otherBytes: BigInt(data.length) - zeroBytes,
    codeBytes: BigInt(dataLength(code)),
    ...count,
    others,
  };
}

/** Some nodes omit the prefix of a stack word. */
function prefixed(word: string): string {
  return word.startsWith("0x") ? word : `0x${word}`;
}
