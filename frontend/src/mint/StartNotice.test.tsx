import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { networks } from "../../../networks.ts";
import { StartNotice } from "./StartNotice.tsx";

const TICKET = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

function notice(cause: "failed" | "late" | "stopped" | "no-script", browser: string): string {
  return renderToStaticMarkup(
    <StartNotice
      cause={cause}
      network={networks.mainnet}
      ticketAddress={TICKET}
      oldestBrowsers={[
        { browser, version: "92" },
        { browser: "ios_saf", version: "15.4" },
      ]}
    />,
  );
}

it("names the oldest browsers where an old one may be why the program did not start", () => {
  expect(notice("failed", "chrome")).toContain(
    "<p>The page needs Chrome 92, iOS 15.4, or newer.</p>",
  );
});

it.each(["late", "stopped", "no-script"] as const)("does not name them if it is %s", (cause) => {
  expect(notice(cause, "chrome")).not.toContain("Chrome");
});

it("refuses a browser for which it has no title", () => {
  expect(() => notice("failed", "opera")).toThrow("The start notice has no title for opera");
});
