import { dataLength, getCreateAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { recordedArguments } from "../../shared/record-shape.ts";
import { encodedArguments } from "../record/prove-record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import type { Plan } from "./plan.ts";

export interface Contract {
  readonly name: string;
  readonly code: string;
  readonly runtimeBytes: number;
}

export interface Creation extends Contract {
  readonly inputs: readonly (readonly [name: string, value: unknown])[];
  readonly data: string;
  readonly address: string;
  readonly nonce: number;
  readonly made: boolean;
}

export async function contractsOf(
  { artifacts }: HardhatRuntimeEnvironment,
  baseUri: string | null,
): Promise<readonly [renderer: Contract, ticket: Contract]> {
  const contract = async (name: string): Promise<Contract> => {
    const { bytecode, deployedBytecode } = await artifacts.readArtifact(name);
    return { name, code: bytecode, runtimeBytes: dataLength(deployedBytecode) };
  };
  return [await contract(rendererContract(baseUri).name), await contract("Ticket")];
}

/**
 * Computes addresses from the deployer's nonce, because a later creation needs an earlier one's
 * address. No constructor calls another contract, so a node can estimate all of them first.
 */
export async function creationsOf(plan: Plan): Promise<readonly Creation[]> {
  const { hre, chain, deployer, baseUri, made } = plan;
  const [renderer, ticket] = await contractsOf(hre, baseUri);
  const next = await chain.provider.getTransactionCount(deployer);
  const at = made.renderer?.nonce ?? next;
  const drawing = {
    ...renderer,
    inputs: baseUri === null ? [] : [["baseURI", baseUri] as const],
    data: renderer.code + rendererContract(baseUri).constructorArguments.slice(2),
    address: getCreateAddress({ from: deployer, nonce: at }),
    nonce: at,
    made: made.renderer !== null,
  };
  const args = recordedArguments({ ...plan.arguments, renderer: drawing.address });
  const nonce = drawing.made ? next : next + 1;
  const sale = {
    ...ticket,
    inputs: Object.entries(args),
    data: ticket.code + encodedArguments(args).slice(2),
    address: getCreateAddress({ from: deployer, nonce }),
    nonce,
    made: false,
  };
  return [drawing, sale];
}
