import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { SecondEndpoint } from "../chain/endpoints.ts";
import type { TicketArguments } from "./terms.ts";

export interface Plan {
  readonly hre: HardhatRuntimeEnvironment;
  readonly connection: NetworkConnection;
  readonly chainId: number;
  readonly found: SecondEndpoint;
  readonly deployer: string;
  readonly arguments: TicketArguments;
  readonly baseUri: string | null;
  readonly ownerIsAccount: boolean;
}
