import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { TicketArguments } from "./terms.ts";

/** A deployment that is about to be made, or gone on with. */
export interface Plan {
  readonly hre: HardhatRuntimeEnvironment;
  readonly connection: NetworkConnection;
  readonly chainId: number;
  readonly deployer: string;
  readonly arguments: TicketArguments;
  /** The folder that the pictures are in; `null` if they are drawn on chain. */
  readonly baseUri: string | null;
  /** The owner is meant to be a single account. */
  readonly ownerIsAccount: boolean;
}
