import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";

/** Arguments of the constructor of `Ticket` (`SaleConfig`), without the renderer. */
export interface TicketArguments {
  readonly owner: string;
  /** Wei. */
  readonly ticketPrice: bigint;
  readonly royaltyReceiver: string;
  readonly royaltyBps: bigint;
  readonly startPaused: boolean;
}

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
