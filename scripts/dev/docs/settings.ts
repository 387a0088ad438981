import { endpointVariable, liveNetworkNames, secondEndpointVariable } from "../../../networks.ts";
import { table, wrapped } from "./markdown.ts";

interface Setting {
  readonly names: readonly string[];
  readonly text: string;
}

interface Group {
  readonly title: string;
  readonly intro: string;
  readonly settings: readonly Setting[];
}

const one = (name: string, text: string): Setting => ({ names: [name], text });

const GROUPS: readonly Group[] = [
  {
    title: "Deploying and running a sale",
    intro:
      "Hardhat reads these from the environment and its encrypted keystore, never from a file. Set one with `npm run hardhat -- keystore set NAME`, or in the environment. The environment takes precedence over the keystore, and a command-line option over both.",
    settings: [
      {
        names: liveNetworkNames.map(endpointVariable),
        text: "JSON-RPC endpoint of a network. A key in the URL is a secret, because anyone who has it can use up its quota.",
      },
      {
        names: liveNetworkNames.map(secondEndpointVariable),
        text: "An endpoint of another provider. On a live network every task sends its reads to both, and stops if they differ. Default: the first public one in networks.ts that answers. With `none`, tasks trust one endpoint, and each prints a warning.",
      },
      one(
        "ANSWER_WITHIN_SECONDS",
        "Seconds that a task waits for one answer of an endpoint: 1 to 30. Default: 25.",
      ),
      one(
        "DEPLOYER_PRIVATE_KEY",
        "Private key of the account that deploys. Never write it to a file: use the keystore, which asks for its password when a task needs the key.",
      ),
      one(
        "OWNER_PRIVATE_KEY",
        "The owner's key, if one account owns the sale and is not the deployer. The owner's tasks sign with it.",
      ),
      one(
        "ETHERSCAN_API_KEY",
        "Key for verifying the sources on Etherscan and its sites for other chains (Basescan, Arbiscan, PolygonScan). One key is enough for all. Sourcify needs no key.",
      ),
      one(
        "BLOCKSCOUT_API_URL",
        "API of the network's Blockscout, to verify the sources there too, such as https://eth.blockscout.com/api.",
      ),
      {
        names: ["SOURCIFY_API_URL", "ETHERSCAN_API_URL"],
        text: "Your own services in place of https://sourcify.dev/server and https://api.etherscan.io/v2/api.",
      },
      one(
        "XDG_STATE_HOME",
        "Folder outside the repository for notes of the sent transactions, and for the key that signs this machine's files. Default: the system's own folder (~/.local/state, ~/Library/Application Support, %LOCALAPPDATA%), in a subfolder `ticket-mint`.",
      ),
      one(
        "REHEARSAL_RPC_URL",
        "A node that replaces a live network in a trial: a fork or a simulated chain, with unlocked accounts. Its chain id decides the currency, as in networks.ts; for an unknown id that is ETH.",
      ),
      one(
        "LOCALHOST_RPC_URL",
        "The local node, if it is not at http://127.0.0.1:8545. `npm start` sets it. It takes precedence over CHAIN_PORT.",
      ),
    ],
  },
  {
    title: "Building the page",
    intro:
      "The build reads these from the environment and from files named `.env` or `.env.<network>`, which git ignores: copy a line there, without its `#`. Precedence: the environment, `.env.<network>.local`, `.env.<network>`, `.env.local`, `.env`. `affiliates link` reads VITE_SITE_URL from there too. All of them end up in the page, so none is a secret.",
    settings: [
      one(
        "VITE_REOWN_PROJECT_ID",
        "Project id of the wallet dialog (Reown AppKit), from https://cloud.reown.com. Every network except localhost needs it. Allow the page's origin there.",
      ),
      one(
        "VITE_RPC_URLS",
        "JSON-RPC endpoints that the page reads from, comma separated, the preferred one first. Default: the public ones in networks.ts, whose limits are too low for a sale (docs/team/3-sale-day.md). A key in one is public: restrict it to the page's origin. Give three, because two have to agree and one may be down.",
      ),
      one(
        "VITE_TICKET_ADDRESS",
        "Address of Ticket, in place of the one in deployments/<network>/record.json: for a simulated chain.",
      ),
      one(
        "VITE_SITE_URL",
        "The page's address, as an absolute URL (https://mint.example/). Affiliate links and the share picture need it. To list several, separate them by commas: the page's own address first, then gateways. At any other address, the page says that it is a copy.",
      ),
      one(
        "VITE_PICTURES_URL",
        "Where the page reads pictures that are in a folder outside the chain: an https URL. For ipfs://<cid>/ it is a gateway's https://ipfs.example/ipfs/<cid>/. The page's policy allows its origin. Without it, the page shows only pictures that are drawn on chain.",
      ),
      one(
        "VITE_PRICE_FEED",
        "Chainlink price feed for the approximate price in US dollars: its address, or `none` for no dollars. Default: the network's in networks.ts.",
      ),
      one(
        "VITE_SALE_OPENS",
        "When the sale opens, with the time zone (2026-12-01T18:00:00+01:00). The page counts down to it while sales are paused. Only `ticket unpause` opens the sale.",
      ),
      one(
        "VITE_HELP_URL",
        "Help for visitors in place of the answers at the foot of the page: an http(s) URL, such as of your copy of docs/visitors.md, or `none`. Default: the page's own answers.",
      ),
      one(
        "VITE_SUPPORT_URL",
        "Contact for visitors: mailto:help@mint.example, or an http(s) URL. Default: no contact.",
      ),
      one(
        "VITE_SECURITY_CONTACT",
        "Address for reports of vulnerabilities of your sale, and the last day on which it is valid: mailto:security@tickets.example 2027-06-30. The build writes security.txt (RFC 9116) beside the page.",
      ),
      one(
        "VITE_WALLET_FEATURES",
        "More features of the wallet dialog, comma separated; all are off. They run on the provider's servers: email and socials (accounts without a wallet), swaps, onramp (buying with a card or a bank), send, receive, history, legalCheckbox (with the addresses below), analytics.",
      ),
      {
        names: ["VITE_TERMS_URL", "VITE_PRIVACY_URL"],
        text: "What visitors agree to when legalCheckbox is on: one of these, or both.",
      },
      one(
        "VITE_EXCLUDED_WALLETS",
        "Wallets that the dialog leaves out, comma separated. An id in the provider's directory (https://walletguide.walletconnect.network) also hides an installed wallet with the directory's rdns or name. An rdns (com.example.wallet) or a name (name:Example Wallet) works without the directory.",
      ),
    ],
  },
  {
    title: "Development",
    intro: "Read from the environment.",
    settings: [
      {
        names: ["CHAIN_PORT", "PAGE_PORT"],
        text: "Ports of `npm start`: the chain (8545) and the page (5173). Tasks with `--network localhost` use them too.",
      },
      one(
        "CHROMIUM_PATH",
        "The browser of the tests. Default: the one that npm installs (Linux x64), else an installed Chromium or Chrome.",
      ),
      one("FIREFOX_PATH", "Firefox for `npm run test:engines`. Default: the installed one."),
      one(
        "INVARIANT_RUNS",
        "How many sequences each invariant of the contracts is tried with. Default: 256.",
      ),
    ],
  },
];

function comment(text: string): string {
  return wrapped(text, 118)
    .map((line) => `# ${line}`)
    .join("\n");
}

export function envExample(): string {
  const head = comment(
    "Every setting of the product, written by `npm run docs`. `npm start` and `npm test` need none.",
  );
  const groups = GROUPS.map(({ title, intro, settings }, at) =>
    [
      `# --- ${at + 1}. ${title} ---\n${comment(intro)}`,
      ...settings.map(
        ({ names, text }) => `${comment(text)}\n${names.map((name) => `#${name}=`).join("\n")}`,
      ),
    ].join("\n\n"),
  );
  return `${[head, ...groups].join("\n\n")}\n`;
}

export function settingsReference(generated: string): string {
  const groups = GROUPS.map(({ title, intro, settings }) => {
    const rows = settings.map(({ names, text }) => [
      names.map((name) => `\`${name}\``).join(", "),
      text,
    ]);
    return `## ${title}\n\n${intro}\n\n${table(["setting", "what it does"], rows)}\n`;
  });
  return `# Settings\n\n${generated}\n\n\`npm start\` and \`npm test\` need none of these. [.env.example](../../.env.example) has the same list to copy from.\n\n${groups.join("\n")}`;
}
