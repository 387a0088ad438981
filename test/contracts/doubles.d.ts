import type {
  Addressable,
  BaseContract,
  ContractRunner,
  ContractTransactionResponse,
  Overrides,
  Signer,
} from "ethers";

type Send<Given extends readonly unknown[]> = (
  ...args: readonly [...Given, Overrides?]
) => Promise<ContractTransactionResponse>;

interface Token extends BaseContract {
  connect(runner: ContractRunner): Token;
  readonly mint: Send<[to: string, quantity: bigint]>;
  readonly transferFrom: Send<[from: string, to: string, tokenId: bigint]>;
  readonly totalSupply: () => Promise<bigint>;
}

interface Reentrant extends BaseContract {
  readonly reenterWith: Send<[target: string, data: string, value: bigint]>;
  readonly execute: Send<[target: string, data: string]>;
}

declare module "@nomicfoundation/hardhat-ethers/types" {
  interface HardhatEthersHelpers {
    // Has one overload per name, because TypeScript would prefer the overload for any string to one
    // for a union.
    deployContract(name: "BareERC721A"): Promise<Token>;
    deployContract(name: "HandWrittenFloor"): Promise<Token>;
    deployContract(name: "OpenZeppelinLoop"): Promise<Token>;
    deployContract(name: "ReentrantPayee"): Promise<Reentrant>;
    getContractAt(
      name: "ReentrantPayee",
      address: string | Addressable,
      signer?: Signer,
    ): Promise<Reentrant>;
  }
}
