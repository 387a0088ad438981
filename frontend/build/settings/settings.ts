import { readFileSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import {
  type Chain,
  isNetworkName,
  type NetworkName,
  networkNames,
  networks,
} from "../../../networks.ts";
import { recordProblem } from "../../../scripts/shared/record-shape.ts";
import { parseRpcUrls } from "../../../scripts/shared/rpc-urls.ts";
import { parseSiteUrls, readPageEnv } from "../../../scripts/shared/site-url.ts";
import type { DeploymentRecord } from "../../../scripts/tasks/record/record.ts";
import { readHelpLinks } from "./help-links.ts";
import { picturesWarning, readPicturesUrl } from "./pictures-url.ts";
import { readPriceFeed } from "./price-feed.ts";
import { readSaleOpens } from "./sale-opens.ts";
import { shareTags } from "./share-tags.ts";
import { readWalletFeatures } from "./wallet-features.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

const MODE_ALIASES: Readonly<Record<string, NetworkName>> = {
  production: "mainnet",
  development: "localhost",
};

interface Settings {
  readonly network: Chain;
  readonly ticketAddress: string;
  /** SHA-256 of the contract's code, in hex; `null` if no record has it. */
  readonly codeSha256: string | null;
  readonly rpcUrls: readonly string[];
  readonly projectId: string | null;
}

/**
 * Gives the page its settings: the network (from Vite's mode), the deployment (from its record) and the `VITE_`
 * variables. A missing or malformed setting fails the build.
 */
export function settings(): Plugin {
  let modules: ReturnType<typeof readModules>;
  let network: NetworkName;
  let recordFile: string;
  let env: Readonly<Record<string, string>>;

  return {
    name: "settings",
    apply: (_, { isPreview }) => isPreview !== true,
    config: () => ({ envDir: ROOT }),
    configResolved({ mode, logger }) {
      try {
        network = networkOf(mode);
        recordFile = path.join(ROOT, "deployments", network, "record.json");
        env = readPageEnv(network, ROOT);
        modules = readModules(network, env, recordFile);
        const { ticketAddress } = modules["virtual:settings"];
        const record = readRecord(recordFile);
        const recorded = record?.address.toLowerCase() === ticketAddress.toLowerCase();
        const folder = record?.folderRenderer?.baseUri ?? null;
        const { picturesUrl } = modules["virtual:pictures"];
        const warning = recorded ? picturesWarning(folder, picturesUrl) : null;
        if (warning !== null) logger.warn(warning);
      } catch (error) {
        // Hides the stack, because Vite prints it.
        const { message } = error as Error;
        throw Object.assign(new Error(message), { stack: message });
      }
    },
    // Only share cards need the page's URL.
    transformIndexHtml: () => shareTags(parseSiteUrls(env.VITE_SITE_URL)[0] ?? null),
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
    load(id) {
      const [, exported] = Object.entries(modules).find(([module]) => id === `\0${module}`) ?? [];
      return exported === undefined ? null : moduleOf(exported);
    },
    configureServer(server) {
      const reload = (file: string) => {
        if (file !== recordFile) return;
        try {
          modules = readModules(network, env, recordFile);
        } catch (error) {
          server.config.logger.error((error as Error).message);
          return;
        }
        const module = server.moduleGraph.getModuleById("\0virtual:settings");
        if (module) server.moduleGraph.invalidateModule(module);
        server.ws.send({ type: "full-reload" });
      };
      // Watches the folder too, because a new deployment removes it.
      server.watcher.add(path.join(ROOT, "deployments"));
      server.watcher.on("add", reload);
      server.watcher.on("change", reload);
    },
  };
}

/** The exports of each virtual module. A part of the page imports only the modules that it needs. */
function readModules(
  network: NetworkName,
  env: Readonly<Record<string, string>>,
  recordFile: string,
) {
  const settings = readSettings(network, env, recordFile);
  const { ticketAddress, rpcUrls, projectId } = settings;
  const siteUrls = parseSiteUrls(env.VITE_SITE_URL);
  const priceFeed = readPriceFeed(network, env.VITE_PRICE_FEED);
  return {
    // Exports each setting of the inline script separately, because the script must contain no
    // others.
    "virtual:settings": { ticketAddress, rpcUrls, settings },
    // Loads with AppKit.
    "virtual:wallet-features": { walletFeatures: readWalletFeatures(env, projectId) },
    // Only the inline script reads it. Developers open a local page at any URL, so its list is empty.
    "virtual:site": { siteUrls: network === "localhost" ? [] : siteUrls },
    // Only the checkout reads it, after a purchase.
    "virtual:pictures": { picturesUrl: readPicturesUrl(network, env.VITE_PICTURES_URL) },
    // A build without an announced opening omits it.
    "virtual:sale-opens": { saleOpens: readSaleOpens(env.VITE_SALE_OPENS) },
    // Loads with the checkout.
    "virtual:price-feed": { priceFeed },
    "virtual:has-price-feed": { hasPriceFeed: priceFeed !== null },
    // Only the prerendered page has it.
    "virtual:help": { helpLinks: readHelpLinks(env) },
  };
}

function moduleOf(exported: object): string {
  return Object.entries(exported)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join("\n");
}

export function networkOf(mode: string): NetworkName {
  const network = MODE_ALIASES[mode] ?? mode;
  if (isNetworkName(network)) return network;
  throw new Error(`No network is called ${mode}: use --mode ${networkNames.join(", ")}`);
}

function readSettings(
  network: NetworkName,
  env: Readonly<Record<string, string>>,
  recordFile: string,
): Settings {
  const {
    rpcUrls: _urls,
    maxFeePerGasLimit: _limit,
    priceFeed: _feed,
    ...chain
  } = networks[network];
  return {
    network: chain,
    ...readDeployment(network, env.VITE_TICKET_ADDRESS, recordFile),
    rpcUrls: env.VITE_RPC_URLS ? parseRpcUrls(env.VITE_RPC_URLS) : networks[network].rpcUrls,
    projectId: readProjectId(network, env.VITE_REOWN_PROJECT_ID),
  };
}

function readDeployment(
  network: NetworkName,
  override: string | undefined,
  recordFile: string,
): Pick<Settings, "ticketAddress" | "codeSha256"> {
  const record = readRecord(recordFile);
  if (override) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(override)) {
      throw new Error(`VITE_TICKET_ADDRESS is not an address: ${override}`);
    }
    const recorded = record?.address.toLowerCase() === override.toLowerCase();
    return { ticketAddress: override, codeSha256: recorded ? record.codeSha256 : null };
  }
  if (record === null) {
    throw new Error(
      `There is no readable deployment record of ${network} (${path.relative(ROOT, recordFile)}). ` +
        `Deploy first: npm run hardhat -- ticket deploy --network ${network}`,
    );
  }
  // `npm start` writes a new record of the local chain each time.
  const { chainId } = networks[network];
  const problem = network === "localhost" ? null : recordProblem(record, network, chainId);
  if (problem !== null) {
    throw new Error(
      `${path.relative(ROOT, recordFile)} is invalid: ${problem}. ` +
        `Compare it with its last reviewed version; npm run hardhat -- ticket status --network ${network} asks the chain.`,
    );
  }
  return { ticketAddress: record.address, codeSha256: record.codeSha256 };
}

interface Recorded extends Pick<DeploymentRecord, "address" | "folderRenderer"> {
  readonly codeSha256: string | null;
}

function readRecord(recordFile: string): Recorded | null {
  try {
    const record = JSON.parse(readFileSync(recordFile, "utf8"));
    // Older records of local chains lack this hash.
    return typeof record.address === "string" ? { codeSha256: null, ...record } : null;
  } catch {
    return null;
  }
}

const PROJECT_ID = /^[0-9a-f]{32}$/i;

function readProjectId(network: NetworkName, projectId: string | undefined): string | null {
  if (projectId && PROJECT_ID.test(projectId)) return projectId;
  if (projectId) {
    throw new Error(
      `VITE_REOWN_PROJECT_ID is not a project's id, 32 hex digits as in the project's page at https://cloud.reown.com: ${projectId}`,
    );
  }
  if (network === "localhost") return null;
  throw new Error(
    `A page for ${network} needs a wallet project: create one at https://cloud.reown.com, ` +
      "allow your site's origin there, and set VITE_REOWN_PROJECT_ID to its id.",
  );
}
