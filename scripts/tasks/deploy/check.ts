import { isNetworkName, networks } from "../../../networks.ts";
import type { Plan } from "./plan.ts";

/** A line of the preflight. */
export interface Check {
  readonly name: string;
  readonly result: "pass" | "warn" | "fail";
  /** The finding, and how to mend it. */
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

/** Fails where money is meant, and warns elsewhere. */
export function strict({ connection }: Plan, name: string, text: string): Check {
  const network = connection.networkName;
  const money = isNetworkName(network) && !networks[network].testnet;
  return money ? fail(name, text) : warn(name, text);
}
