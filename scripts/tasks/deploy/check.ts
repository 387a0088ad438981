import { isNetworkName, networks } from "../../../networks.ts";
import type { Plan } from "./plan.ts";

export interface Check {
  readonly result: "pass" | "warn" | "fail";
  readonly text: string;
}

/** By name, in their order. `null` if there is nothing to say. */
export type Checks = Readonly<Record<string, Check | null>>;

const saying = (result: Check["result"]) => (text: string) => ({ result, text });
export const pass = saying("pass");
export const warn = saying("warn");
export const fail = saying("fail");

/** Fails if real money is involved, warns otherwise. */
export function strict({ chain: { network } }: Plan, text: string): Check {
  const money = isNetworkName(network) && !networks[network].testnet;
  return money ? fail(text) : warn(text);
}
