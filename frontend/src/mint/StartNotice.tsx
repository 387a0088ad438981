import type { Chain } from "../../../networks.ts";
import { ContractLink } from "./ContractLink.tsx";

const WORDS = {
  failed: {
    heading: "This page could not start",
    happened:
      "Its scripts did not load, or this browser can't run them. You can't buy anything here until they do.",
    next: "Reload the page. If that doesn't help, allow scripts for this page, update your browser, or use another one.",
  },
  late: {
    heading: "Still loading",
    happened:
      "The page's scripts are still loading. The order form appears here when they are ready.",
    next: "If this takes long, check your connection, allow scripts for this page, and reload it.",
  },
  stopped: {
    heading: "This page stopped working",
    happened:
      "Something went wrong on this page. A transaction that you sent may still go through.",
    next: "Reload the page before you buy again. It then looks for the transaction that you sent.",
  },
  "no-script": {
    heading: "Minting needs JavaScript",
    happened: "JavaScript is off for this page, so you can't buy anything here.",
    next: "Allow it, then reload the page.",
  },
} as const;

const BROWSERS: Readonly<Record<string, string>> = {
  chrome: "Chrome",
  edge: "Edge",
  firefox: "Firefox",
  safari: "Safari",
  ios_saf: "iOS",
};

interface Props {
  readonly cause: keyof typeof WORDS;
  readonly network: Chain;
  readonly ticketAddress: string;
  readonly oldestBrowsers: readonly { readonly browser: string; readonly version: string }[];
}

/** Replaces the order if the bundle does not run. Only the build renders it. */
export function StartNotice({ cause, network, ticketAddress, oldestBrowsers }: Props) {
  const { heading, happened, next } = WORDS[cause];
  return (
    <section
      className="card"
      aria-labelledby={`${cause}-heading`}
      // Screen readers announce a notice that appears later.
      role={cause === "failed" || cause === "stopped" ? "alert" : undefined}
    >
      <h2 id={`${cause}-heading`}>{heading}</h2>
      <p>{happened}</p>
      <p>{next}</p>
      {cause === "failed" && (
        <p>{`The page needs ${oldestBrowsers.map(titled).join(", ")}, or newer.`}</p>
      )}
      <p className="note">
        The contract is <span className="hash">{ticketAddress}</span>.{" "}
        <ContractLink network={network} address={ticketAddress} />
      </p>
    </section>
  );
}

function titled({ browser, version }: Props["oldestBrowsers"][number]): string {
  const title = BROWSERS[browser];
  if (title === undefined) throw new Error(`The start notice has no title for ${browser}`);
  return `${title} ${version}`;
}
