import path from "node:path";
import { AbiCoder, Contract, type JsonRpcProvider, JsonRpcSigner } from "ethers";
import { compileStandIn } from "../../../scripts/dev/compile-stand-in.ts";
import { RATE } from "./rate.ts";

export const LATEST_ROUND = "0xfeaf968c";
export const DECIMALS = "0x313ce567";
export const DESCRIPTION = "0x7284e416";

export interface Round {
  /** The price, with 8 decimals. */
  readonly answer?: bigint;
  readonly updatedAt: number;
  readonly decimals?: number;
  readonly description?: string;
}

const encode = (types: readonly string[], values: readonly unknown[]) =>
  AbiCoder.defaultAbiCoder().encode(types, values);

export function feedAnswers(round: Round): Readonly<Record<string, string>> {
  const { answer = RATE, updatedAt, decimals = 8, description = "ETH / USD" } = round;
  const roundId = (1n << 64n) + 7n;
  return {
    [LATEST_ROUND]: encode(
      ["uint80", "int256", "uint256", "uint256", "uint80"],
      [roundId, answer, updatedAt, updatedAt, roundId],
    ),
    [DECIMALS]: encode(["uint8"], [decimals]),
    [DESCRIPTION]: encode(["string"], [description]),
  };
}

/** `revert` makes the feed revert with its answer. */
export type Conduct = "answer" | "revert" | "burnGas";
const CONDUCTS: readonly Conduct[] = ["answer", "revert", "burnGas"];

/** @param from an unlocked account; it sets the answer */
export async function aggregatorDouble(provider: JsonRpcProvider, address: string, from: string) {
  const file = path.join(import.meta.dirname, "Aggregator.sol");
  const { abi, deployedBytecode } = await compileStandIn(file);
  await provider.send("hardhat_setCode", [address, `0x${deployedBytecode}`]);
  const contract = new Contract(address, abi, new JsonRpcSigner(provider, from));
  const set = async (conduct: Conduct, answers: Readonly<Record<string, string>>) => {
    const given = [Object.keys(answers), CONDUCTS.indexOf(conduct), Object.values(answers)];
    await (await contract.getFunction("set")(...given)).wait();
  };
  return {
    set: (selector: string, conduct: Conduct, answer = "0x") =>
      set(conduct, { [selector]: answer }),
    tell: (round: Round) => set("answer", feedAnswers(round)),
  };
}
