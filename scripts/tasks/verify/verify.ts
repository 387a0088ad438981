import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { describeError } from "../chain/describe-error.ts";
import { withLinks } from "../cli/explorer.ts";
import { oneLine, type TaskAction, TaskError, withoutKeys } from "../cli/task.ts";
import { DRY_RUN_ENDS } from "../outbox/shown-calls.ts";
import { encodedPayoutArguments, provenPayouts } from "../payouts/payouts-record.ts";
import { encodedArguments, folderOf } from "../record/prove-record.ts";
import { rendererContract } from "../record/renderer-contract.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { deployedSources, presentSources } from "./deployed-sources.ts";
import { ETHERSCAN_URL, etherscan } from "./etherscan.ts";
import { sourcify } from "./sourcify.ts";
import type { Verification, Verifier } from "./verifier.ts";

export default (({ dryRun }, hre) => withSale(hre, verifyAll, { dryRun })) satisfies TaskAction<{
  readonly dryRun?: boolean;
}>;

async function verifyAll(sale: Sale): Promise<void> {
  const verifiers = await configuredVerifiers(sale);
  const contracts = await contractsOf(sale);
  if (sale.dryRun) return showPublication(verifiers, contracts);
  const failed: string[] = [];
  let verified = 0;
  for (const verifier of verifiers) {
    for (const contract of contracts) {
      const { name, address } = contract;
      try {
        const said = `${verifier.name}: ${name} ${address} ${await verifier.verify(contract)}.`;
        console.log(withLinks(sale.network, said));
        verified += 1;
      } catch (error) {
        failed.push(`${verifier.name}: ${name}: ${withoutKeys(oneLine(error))}`);
      }
    }
  }
  if (verified === 0) throw new TaskError(`Nothing was verified. ${failed.join("; ")}`);
  if (failed.length > 0) {
    throw new TaskError(
      `Not verified by every service that is set. ${failed.join("; ")}. Fix that, and run this command again.`,
    );
  }
}

function showPublication(verifiers: readonly Verifier[], contracts: readonly Verification[]): void {
  for (const { address, sources, constructorArguments, transactionHash } of contracts) {
    console.log(`${sources.contractIdentifier} at ${address}`);
    console.log(`  to          ${verifiers.map(({ name }) => name).join(", ")}`);
    console.log(`  compiler    ${sources.compilerVersion}`);
    console.log(`  arguments   ${constructorArguments}`);
    if (transactionHash !== null) console.log(`  made by     ${transactionHash}`);
    for (const name of Object.keys(sources.input.sources)) console.log(`  source      ${name}`);
  }
  console.log(DRY_RUN_ENDS);
}

async function contractsOf(sale: Sale): Promise<readonly Verification[]> {
  const { address, renderer, transactionHash, folderRenderer } = sale.record;
  const ticket = {
    name: "Ticket",
    address,
    transactionHash,
    constructorArguments: encodedArguments(sale.record.arguments),
  } as const;
  const drawing = rendererContract(folderRenderer?.baseUri ?? null);
  return [
    await withSources(sale, ticket),
    await withSources(sale, { ...drawing, address: renderer, transactionHash: null }),
    ...(await laterRenderer(sale)),
    ...(await payoutsOf(sale)),
  ];
}

async function withSources<Contract extends Omit<Verification, "sources">>(
  sale: Sale,
  contract: Contract,
): Promise<Contract & Verification> {
  return { ...contract, sources: await deployedSources(sale, contract.name) };
}

async function payoutsOf(sale: Sale): Promise<readonly Verification[]> {
  const record = await provenPayouts(sale);
  if (record === null) return [];
  const { address, transactionHash } = record;
  const constructorArguments = encodedPayoutArguments(record.arguments);
  const payouts = { name: "Payouts", address, transactionHash, constructorArguments } as const;
  return [await withSources(sale, payouts)];
}

/** Finds a renderer that the owner set later, because no record names it. */
async function laterRenderer(sale: Sale): Promise<readonly Verification[]> {
  const address = await sale.ticket.renderer();
  if (address === sale.record.renderer) return [];
  const drawing = rendererContract(await folderOf(address, sale.request));
  const sources = await presentSources(sale, drawing.name, address);
  if (sources === null) {
    console.error(
      `Warning: the sale's renderer is now ${address}, whose code does not match this project's sources. ` +
        "Publish its sources yourself.",
    );
    return [];
  }
  return [{ ...drawing, address, sources, transactionHash: null }];
}

async function configuredVerifiers(sale: Sale): Promise<readonly Verifier[]> {
  const { chainId } = sale;
  if (!sale.live && !sale.dryRun && !process.env.SOURCIFY_API_URL) {
    throw new TaskError(
      `Public services don't know ${sale.network}. Set SOURCIFY_API_URL to one that does.`,
    );
  }
  const verifiers = [sourcify(chainId)];
  const key = await etherscanKey(sale.hre);
  if (key !== null) {
    verifiers.push(
      etherscan({
        name: "Etherscan",
        url: process.env.ETHERSCAN_API_URL || ETHERSCAN_URL,
        query: { chainid: String(chainId), apikey: key },
      }),
    );
  }
  const blockscout = process.env.BLOCKSCOUT_API_URL;
  if (blockscout) verifiers.push(etherscan({ name: "Blockscout", url: blockscout, query: {} }));
  return verifiers;
}

async function etherscanKey(hre: HardhatRuntimeEnvironment): Promise<string | null> {
  try {
    return (await hre.config.verify.etherscan.apiKey.get()) || null;
  } catch (error) {
    if (/is not set\./.test(describeError(error))) return null;
    throw error;
  }
}
