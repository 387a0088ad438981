import { dataLength, getCreateAddress } from "ethers";
import { Ticket__factory } from "../../../typechain-types/factories/contracts/Ticket__factory.ts";
import { deploymentDirectory } from "../record/record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { preparedTransactions } from "./ignition-journal.ts";
import type { Plan } from "./plan.ts";

/** A contract that the plan makes. */
export interface Creation {
  readonly name: string;
  /** Creation code and arguments. */
  readonly data: string;
  /** Without arguments. */
  readonly initcodeBytes: number;
  readonly runtimeBytes: number;
  /** Whether an interrupted run has made it. */
  readonly made: boolean;
  /** The deployer's nonce that makes it, or that it will be made by. */
  readonly nonce: number;
}

/**
 * @returns the plan's creations in their order. A later one names the address of an earlier one, which follows from the
 * deployer's nonce, so that all can be priced before the first is sent: no constructor reads another contract.
 */
export async function creationsOf(plan: Plan): Promise<readonly Creation[]> {
  const { hre, connection, deployer, baseUri } = plan;
  const { provider } = connection.ethers;
  const folder = deploymentDirectory(hre.config.paths.root, connection.networkName);
  const prepared = await preparedTransactions(folder);
  let nonce = await provider.getTransactionCount(deployer);

  async function creation(name: string, encodedArguments: string) {
    const { bytecode, deployedBytecode } = await hre.artifacts.readArtifact(name);
    const data = bytecode + encodedArguments.slice(2);
    const sent = prepared.findLast((each) => each.data === data && each.from === deployer);
    const made = sent !== undefined && (await provider.getCode(getCreateAddress(sent))) !== "0x";
    const used = made ? sent.nonce : nonce++;
    return {
      name,
      data,
      initcodeBytes: dataLength(bytecode),
      runtimeBytes: dataLength(deployedBytecode),
      made,
      nonce: used,
    };
  }

  const { name, constructorArguments } = rendererContract(baseUri);
  const renderer = await creation(name, constructorArguments);
  const drawnBy = getCreateAddress({ from: deployer, nonce: renderer.nonce });
  const ticketArguments = Ticket__factory.createInterface().encodeDeploy([
    { ...plan.arguments, renderer: drawnBy },
  ]);
  return [renderer, await creation("Ticket", ticketArguments)];
}
