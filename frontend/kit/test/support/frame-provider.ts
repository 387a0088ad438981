import type { JSHandle, Page } from "@playwright/test";
import { kitPart } from "../../../../test/e2e/support/kit-controllers.ts";

/** AppKit's client of the embedded wallet's frame. */
export interface FrameProvider {
  readonly request: (request: { method: string; params?: unknown }) => Promise<unknown>;
  readonly rejectRpcRequests: () => void;
  readonly getAvailableChainIds: () => string[];
}

export async function frameProvider(page: Page): Promise<JSHandle<FrameProvider>> {
  const connectors = await kitPart(page, "connector");
  return await connectors.evaluateHandle((part) => {
    const list = part.getConnectors?.() as { type: string; provider: FrameProvider }[];
    const found = list.find(({ type }) => type === "AUTH");
    if (found === undefined) throw new Error("The kit has no embedded wallet");
    return found.provider;
  });
}
