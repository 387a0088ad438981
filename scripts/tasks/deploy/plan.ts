import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { Chain } from "../chain/chain.ts";
import type { SecondEndpoint } from "../chain/endpoints.ts";
import type { CreatedContract } from "../record/recent-creations.ts";
import type { DeploymentRecord } from "../record/record.ts";
import type { TicketArguments } from "./terms.ts";

/** Contracts of the deployer, such as an interrupted run's. */
export interface MadeBefore {
  readonly renderer: CreatedContract | null;
  /** A sale with the terms of this deployment. */
  readonly sale: DeploymentRecord | null;
  /** The address of another sale. */
  readonly other: string | null;
}

export interface Plan {
  readonly hre: HardhatRuntimeEnvironment;
  /** Ignition's. */
  readonly connection: NetworkConnection;
  readonly chain: Chain;
  readonly found: SecondEndpoint;
  readonly deployer: string;
  readonly arguments: TicketArguments;
  readonly baseUri: string | null;
  readonly ownerIsAccount: boolean;
  readonly record: DeploymentRecord | null;
  /** An earlier run has left its files, but no record. */
  readonly interrupted: boolean;
  readonly made: MadeBefore;
}
