import { readFile } from "node:fs/promises";
import path from "node:path";
import { type BaseContract, Contract, ContractFactory, type Signer } from "ethers";
import { type BatchFile, callOf } from "../../tasks/send/safe-batch.ts";

/** @returns the files for the Transaction Builder that a task says it wrote, as it names them */
export function safeFilesIn(output: string): string[] {
  return [...output.matchAll(/^ {2}(\S+\.json)(?: \(\d+ calls\))?$/gm)].map(
    ([, file = ""]) => file,
  );
}

/** @returns a Safe's stand-in, deployed by the first of its owners */
export async function deploySafeWallet(
  owners: readonly Signer[],
  threshold: number,
): Promise<Contract> {
  const { abi, bytecode } = await compile();
  const addresses = await Promise.all(owners.map((owner) => owner.getAddress()));
  const factory = new ContractFactory(abi, bytecode, owners[0]);
  const wallet = await factory.deploy(addresses, threshold);
  await wallet.waitForDeployment();
  return new Contract(await wallet.getAddress(), abi, owners[0]);
}

/** Does what the Transaction Builder and the owners' signatures would: executes the calls of a batch's file. */
export async function executeBatch(
  wallet: Contract,
  signers: readonly Signer[],
  file: string,
): Promise<void> {
  const { transactions } = JSON.parse(await readFile(file, "utf8")) as BatchFile;
  for (const { to, data } of transactions.map(callOf)) {
    for (const signer of signers) await send(wallet.connect(signer), "approve", to, data);
    await send(wallet, "execute", to, data);
  }
}

async function send(
  contract: BaseContract,
  method: string,
  to: string,
  data: string,
): Promise<void> {
  const sent = await contract.getFunction(method)(to, data);
  await sent.wait();
}

async function compile(): Promise<{ abi: string[]; bytecode: string }> {
  const name: string = "solc";
  const { default: solc } = (await import(name)) as { default: { compile(input: string): string } };
  const content = await readFile(path.join(import.meta.dirname, "SafeWallet.sol"), "utf8");
  const { contracts } = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: "Solidity",
        sources: { "SafeWallet.sol": { content } },
        settings: {
          evmVersion: "prague",
          outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
        },
      }),
    ),
  );
  const { abi, evm } = contracts["SafeWallet.sol"].SafeWallet;
  return { abi, bytecode: evm.bytecode.object };
}
