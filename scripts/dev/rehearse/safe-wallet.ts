import { readFile } from "node:fs/promises";
import path from "node:path";
import { Contract, ContractFactory, type Signer, TypedDataEncoder } from "ethers";
import { type BatchFile, callOf } from "../../tasks/outbox/safe/safe-builder-file.ts";
import { SAFE_TX, safeTransaction } from "../../tasks/outbox/safe/safe-transaction.ts";
import { compileStandIn } from "../compile-stand-in.ts";

export function safeFilesIn(output: string): string[] {
  return [...output.matchAll(/^ {2}(\S.*-nonce\d+-[\w-]+\.json)(?: \(\d+ calls\))?$/gm)].map(
    ([, file = ""]) => file,
  );
}

export async function deploySafeWallet(
  owners: readonly Signer[],
  threshold: number,
): Promise<Contract> {
  const { abi, bytecode } = await compileStandIn(
    path.join(import.meta.dirname, "SafeWallet.sol"),
    // Compiles with viaIR, because `execTransaction` has too many arguments for the stack.
    { viaIR: true, optimizer: { enabled: true } },
  );
  const addresses = await Promise.all(owners.map((owner) => owner.getAddress()));
  const factory = new ContractFactory(abi, bytecode, owners[0]);
  const wallet = await factory.deploy(addresses, threshold);
  await wallet.waitForDeployment();
  return new Contract(await wallet.getAddress(), abi, owners[0]);
}

/** @param execute sends the signed transaction to the wallet; any account may */
export async function executeBatch(
  wallet: Contract,
  signers: readonly Signer[],
  file: string,
  execute = async (data: string) => {
    const sent = await signers[0]?.sendTransaction({ to: await wallet.getAddress(), data });
    await sent?.wait();
  },
): Promise<void> {
  const { transactions } = JSON.parse(await readFile(file, "utf8")) as BatchFile;
  const { chainId = 0n } = (await wallet.runner?.provider?.getNetwork()) ?? {};
  const domain = { chainId, verifyingContract: await wallet.getAddress() };
  for (const call of transactions.map(callOf)) {
    const transaction = safeTransaction(call);
    const nonce: bigint = await wallet.getFunction("nonce")();
    const hash = TypedDataEncoder.hash(domain, SAFE_TX, { ...transaction, nonce });
    for (const signer of signers) {
      const sent = await wallet.connect(signer).getFunction("approveHash")(hash);
      await sent.wait();
    }
    const args = [...Object.values(transaction), "0x"];
    await execute(wallet.interface.encodeFunctionData("execTransaction", args));
  }
}
