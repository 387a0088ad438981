import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";

export interface RendererContract {
  readonly name: "TicketRenderer" | "FolderRenderer";
  /** ABI-encoded. */
  readonly constructorArguments: string;
}

/** @param baseUri `null` if the contract draws the metadata */
export function rendererContract(baseUri: string | null): RendererContract {
  if (baseUri === null) return { name: "TicketRenderer", constructorArguments: "0x" };
  const constructorArguments = FolderRenderer__factory.createInterface().encodeDeploy([baseUri]);
  return { name: "FolderRenderer", constructorArguments };
}
