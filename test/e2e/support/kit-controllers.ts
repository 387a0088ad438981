import type { Page } from "@playwright/test";

/** The kit's own parts that tests drive, each by the functions that only it has. */
const KNOWN_BY = {
  connection: ["signMessage", "connectWalletConnect"],
  modal: ["shake", "open", "close"],
  router: ["push", "goBack", "replace"],
  snack: ["showLoading", "showSuccess", "showError"],
} as const;

export type KitController = keyof typeof KNOWN_BY;

/**
 * Calls a part of the kit inside the production page, for what the page itself gives no button: the page's own module is
 * imported a second time, which gives the same instance.
 */
export async function callKit(
  page: Page,
  controller: KitController,
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  return await page.evaluate(
    async ({ knownBy, name, given }) => {
      // Every script of the page is in its import map, with its hash.
      const { integrity } = JSON.parse(
        document.querySelector("script[type=importmap]")?.textContent ?? "{}",
      ) as { integrity: Record<string, string> };
      const [script] = Object.keys(integrity)
        .filter((path) => /\/kit-[\w-]{8}\.js$/.test(path))
        .map((path) => new URL(path, document.baseURI).href);
      if (script === undefined) throw new Error("The page has no kit");
      type Part = Record<string, (...args: readonly unknown[]) => unknown>;
      const parts = Object.values((await import(script)) as Record<string, unknown>);
      const part = parts.find(
        (candidate): candidate is Part =>
          typeof candidate === "object" &&
          candidate !== null &&
          knownBy.every((own) => typeof (candidate as Part)[own] === "function"),
      );
      if (part?.[name] === undefined) throw new Error(`The kit has no ${knownBy[0]} or ${name}`);
      return await part[name](...given);
    },
    { knownBy: KNOWN_BY[controller], name: method, given: args },
  );
}
