import { readFile } from "node:fs/promises";
import path from "node:path";
import { Contract, ContractFactory, type Signer, ZeroAddress } from "ethers";
import { type BatchFile, callOf } from "../../tasks/outbox/safe/safe-batch.ts";
import { safeTxHash } from "../../tasks/outbox/safe/safe-transaction.ts";
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
  const { chainId } = (await wallet.runner?.provider?.getNetwork()) ?? {};
  for (const { to, data, value = 0n } of transactions.map(callOf)) {
    const address = await wallet.getAddress();
    const transaction = {
      to,
      value,
      data,
      operation: 0,
      safeTxGas: 0n,
      baseGas: 0n,
      gasPrice: 0n,
      gasToken: ZeroAddress,
      refundReceiver: ZeroAddress,
    };
    const nonce: bigint = await wallet.getFunction("nonce")();
    const hash = safeTxHash({ chainId: Number(chainId), address }, transaction, nonce);
    for (const signer of signers) {
      const sent = await wallet.connect(signer).getFunction("approveHash")(hash);
      await sent.wait();
    }
    const args = [...Object.values(transaction), "0x"];
    await execute(wallet.interface.encodeFunctionData("execTransaction", args));
  }
}
