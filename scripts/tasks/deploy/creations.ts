import { AbiCoder, dataLength, getCreateAddress } from "ethers";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { recordedArguments } from "../../shared/record-shape.ts";
import { encodedArguments } from "../record/prove-record.ts";
import { deploymentDirectory } from "../record/record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { preparedTransactions } from "./ignition-journal.ts";
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
  const { hre, connection, deployer, baseUri } = plan;
  const { provider } = connection.ethers;
  const folder = deploymentDirectory(hre.config.paths.root, connection.networkName);
  const prepared = await preparedTransactions(folder);
  let next = await provider.getTransactionCount(deployer);

  async function creation(contract: Contract, encoded: string, inputs: Creation["inputs"]) {
    const data = contract.code + encoded.slice(2);
    const sent = prepared.findLast((each) => each.data === data && each.from === deployer);
    const made = sent !== undefined && (await provider.getCode(getCreateAddress(sent))) !== "0x";
    const nonce = made ? sent.nonce : next++;
    const address = getCreateAddress({ from: deployer, nonce });
    return { ...contract, inputs, data, address, nonce, made };
  }

  const [renderer, ticket] = await contractsOf(hre, baseUri);
  const drawing = await creation(
    renderer,
    rendererContract(baseUri).constructorArguments,
    baseUri === null ? [] : [["baseURI", baseUri]],
  );
  const args = recordedArguments({ ...plan.arguments, renderer: drawing.address });
  return [drawing, await creation(ticket, encodedArguments(args), Object.entries(args))];
}

/** Whether the data creates the planned renderer, or the planned `Ticket` with any renderer. */
export async function isPlanned({
  hre,
  arguments: terms,
  baseUri,
}: Pick<Plan, "hre" | "arguments" | "baseUri">): Promise<(data: string) => boolean> {
  const [renderer, ticket] = await contractsOf(hre, baseUri);
  const { constructorArguments } = rendererContract(baseUri);
  return (data) => {
    if (data === renderer.code + constructorArguments.slice(2)) return true;
    const drawnBy = rendererIn(`0x${data.slice(ticket.code.length)}`);
    if (drawnBy === null) return false;
    const args = encodedArguments(recordedArguments({ ...terms, renderer: drawnBy }));
    return data === ticket.code + args.slice(2);
  };
}

function rendererIn(args: string): string | null {
  try {
    const { inputs } = Ticket__factory.createInterface().deploy;
    const [config] = AbiCoder.defaultAbiCoder().decode(inputs, args);
    return config.renderer;
  } catch {
    return null;
  }
}
