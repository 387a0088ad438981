import { concat, Interface, toBeHex } from "ethers";

const MULTI_SEND = new Interface(["function multiSend(bytes transactions) payable"]);

/** `MultiSendCallOnly`, from safe-global/safe-deployments. */
const MULTI_SEND_1_4_1 = "0x9641d764fc13c8B624c04430C7356C1C7C8102e2";
const MULTI_SEND_1_3_0 = "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D";
const MULTI_SEND_1_3_0_EIP155 = "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B";
/** The chains for which safe-deployments lists the second address of 1.3.0 first. */
const EIP155_FIRST: readonly number[] = [10, 8453, 11155111];

interface PackedCall {
  readonly to: string;
  readonly data: string;
  /** Wei. */
  readonly value?: bigint;
}

/** Packed: operation, target, value, length and data. */
export function multiSendData(calls: readonly PackedCall[]): string {
  const packed = calls.map(({ to, data, value = 0n }) =>
    concat([toBeHex(0, 1), to, toBeHex(value, 32), toBeHex((data.length - 2) / 2, 32), data]),
  );
  return MULTI_SEND.encodeFunctionData("multiSend", [concat(packed)]);
}

export function multiSendOf(version: string, chainId: number): string {
  if (version === "1.4") return MULTI_SEND_1_4_1;
  return EIP155_FIRST.includes(chainId) ? MULTI_SEND_1_3_0_EIP155 : MULTI_SEND_1_3_0;
}
