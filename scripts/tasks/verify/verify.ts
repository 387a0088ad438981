import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { FolderRenderer__factory } from "../../../typechain-types/factories/contracts/FolderRenderer__factory.ts";
import { describeError } from "../chain/describe-error.ts";
import { withLinks } from "../cli/explorer.ts";
import { oneLine, type TaskAction, TaskError, withoutKeys } from "../cli/task.ts";
import { DRY_RUN_ENDS } from "../outbox/dry-run.ts";
import { encodedPayoutArguments, provenPayouts } from "../payouts/payouts-record.ts";
import { encodedArguments } from "../record/prove-record.ts";
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
    for (const [name, contract] of contracts) {
      try {
        const answer = await verifier.verify(contract);
        const said = `${verifier.name}: ${name} ${contract.address} ${answer}.`;
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

function showPublication(verifiers: readonly Verifier[], contracts: Contracts): void {
  for (const [, { address, sources, constructorArguments, transactionHash }] of contracts) {
    console.log(`${sources.contractIdentifier} at ${address}`);
    console.log(`  to          ${verifiers.map(({ name }) => name).join(", ")}`);
    console.log(`  compiler    ${sources.compilerVersion}`);
    console.log(`  arguments   ${constructorArguments}`);
    if (transactionHash !== null) console.log(`  made by     ${transactionHash}`);
    for (const name of Object.keys(sources.input.sources)) console.log(`  source      ${name}`);
  }
  console.log(DRY_RUN_ENDS);
}

type Contracts = readonly (readonly [string, Verification])[];

async function contractsOf(sale: Sale): Promise<Contracts> {
  const { address, renderer, transactionHash, folderRenderer } = sale.record;
  const { name, constructorArguments } = rendererContract(folderRenderer?.baseUri ?? null);
  return [
    [
      "Ticket",
      {
        address,
        sources: await deployedSources(sale, "Ticket"),
        constructorArguments: encodedArguments(sale.record.arguments),
        transactionHash,
      },
    ],
    [
      name,
      {
        address: renderer,
        sources: await deployedSources(sale, name),
        constructorArguments,
        transactionHash: null,
      },
    ],
    ...(await laterRenderer(sale)),
    ...(await payoutsOf(sale)),
  ];
}

async function payoutsOf(sale: Sale): Promise<Contracts> {
  const record = await provenPayouts(sale);
  if (record === null) return [];
  const { address, transactionHash } = record;
  const sources = await deployedSources(sale, "Payouts");
  const constructorArguments = encodedPayoutArguments(record.arguments);
  return [["Payouts", { address, sources, constructorArguments, transactionHash }]];
}

/** Finds a renderer that the owner set later, because no record names it. */
async function laterRenderer(sale: Sale): Promise<Contracts> {
  const address = await sale.ticket.renderer();
  if (address === sale.record.renderer) return [];
  const sources = await presentSources(sale, "FolderRenderer", address);
  if (sources === null) {
    console.error(
      `Warning: the sale's renderer is ${address} by now, and this project's sources don't give its code. ` +
        "Publish its sources yourself.",
    );
    return [];
  }
  const baseUri = await FolderRenderer__factory.connect(address, sale.provider).baseURI();
  const { name, constructorArguments } = rendererContract(baseUri);
  return [[name, { address, sources, constructorArguments, transactionHash: null }]];
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
