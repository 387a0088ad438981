import type { JSHandle, Page } from "@playwright/test";

/** Modules of AppKit. Each has functions that no other module has. */
const KNOWN_BY = {
  chain: ["getAllApprovedCaipNetworkIds", "switchActiveNetwork"],
  account: ["setCaipAddress", "setPreferredAccountType"],
  connection: ["signMessage", "connectWalletConnect"],
  connector: ["getConnectors", "addConnector"],
  modal: ["shake", "open", "close"],
  router: ["push", "goBack", "replace"],
  snack: ["showLoading", "showSuccess", "showError"],
} as const;

export type KitController = keyof typeof KNOWN_BY;

type Part = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Returns the page's own instance, because a second import of a module returns the same one. */
export async function kitPart(page: Page, controller: KitController): Promise<JSHandle<Part>> {
  return await page.evaluateHandle(async (knownBy) => {
    // The page's import map lists every script with its hash.
    const { integrity } = JSON.parse(
      document.querySelector("script[type=importmap]")?.textContent ?? "{}",
    ) as { integrity: Record<string, string> };
    const [script] = Object.keys(integrity)
      .filter((path) => /\/kit-[\w-]{8}\.js$/.test(path))
      .map((path) => new URL(path, document.baseURI).href);
    if (script === undefined) throw new Error("The page has no kit");
    const parts = Object.values((await import(script)) as Record<string, unknown>);
    const part = parts.find(
      (candidate): candidate is Part =>
        typeof candidate === "object" &&
        candidate !== null &&
        knownBy.every((own) => typeof (candidate as Part)[own] === "function"),
    );
    if (part === undefined) throw new Error(`No part of the kit has ${knownBy[0]}`);
    return part;
  }, KNOWN_BY[controller]);
}

export async function callKit(
  page: Page,
  controller: KitController,
  method: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const part = await kitPart(page, controller);
  return await part.evaluate(
    async (kit, { name, given }) => {
      if (kit[name] === undefined) throw new Error(`This part of the kit has no ${name}`);
      return await kit[name](...given);
    },
    { name: method, given: args },
  );
}
