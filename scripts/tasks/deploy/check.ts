import { isNetworkName, networks } from "../../../networks.ts";
import type { Plan } from "./plan.ts";

export interface Check {
  readonly name: string;
  readonly result: "pass" | "warn" | "fail";
  readonly text: string;
}

export function pass(name: string, text: string): Check {
  return { name, result: "pass", text };
}

export function warn(name: string, text: string): Check {
  return { name, result: "warn", text };
}

export function fail(name: string, text: string): Check {
  return { name, result: "fail", text };
}

/** Fails if real money is involved, warns otherwise. */
export function strict({ connection }: Plan, name: string, text: string): Check {
  const network = connection.networkName;
  const money = isNetworkName(network) && !networks[network].testnet;
  return money ? fail(name, text) : warn(name, text);
}
