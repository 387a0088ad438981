import { keccak256 } from "ethers";
import type { NetworkConnection } from "hardhat/types/network";
import { writePayoutsRecord } from "../../tasks/payouts/payouts-record.ts";
import type { DeploymentRecord } from "../../tasks/record/record.ts";

export const DEMO_COMMISSION = 5n;

/** Deploys `Payouts`, with an account of the node as each affiliate's payee. */
export async function deployPayouts(
  { ethers }: NetworkConnection,
  root: string,
  { network, chainId, address: ticket, deployer, commit, arguments: { owner } }: DeploymentRecord,
  affiliates: readonly string[],
): Promise<void> {
  const terms = { owner, ticket, commissionBps: Number(DEMO_COMMISSION) * 100 };
  const signer = await ethers.getSigner(deployer);
  const factory = await ethers.getContractFactory("Payouts", signer);
  const payouts = await factory.deploy(terms);
  const sent = payouts.deploymentTransaction();
  const mined = await sent?.wait();
  if (!sent || !mined) throw new Error("Payouts was not deployed");
  await writePayoutsRecord(
    { root, network },
    {
      network,
      chainId,
      deployer,
      commit,
      arguments: terms,
      address: await payouts.getAddress(),
      deployerNonce: sent.nonce,
      transactionHash: sent.hash,
      blockNumber: mined.blockNumber,
      creationCodeHash: keccak256(factory.bytecode),
    },
  );
  // Takes the last accounts, because the owner and the test wallet use the first.
  const accounts = (await ethers.getSigners()).toReversed().slice(0, affiliates.length);
  const payees = accounts.map(({ address }) => address);
  const named = await payouts.getFunction("setPayees")([...affiliates], payees);
  await named.wait();
}
