import type { Page } from "@playwright/test";

type Entries = Readonly<Record<string, string>>;

/** @param connector AppKit's id of the wallet; for an announced one, its rdns */
export function storedConnection(address: string, connector: string): Entries {
  return {
    "connected-address": address,
    "@appkit/connection_status": "connected",
    "@appkit/connected_namespaces": "eip155",
    "@appkit/active_namespace": "eip155",
    "@appkit/active_caip_network_id": "eip155:1",
    "@appkit/eip155:connected_connector_id": connector,
  };
}

/** Stores only on the first load, because a removed key must stay removed after a reload. */
export async function gotoWithStored(page: Page, url: string, entries: Entries): Promise<void> {
  const script = await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  }, entries);
  await page.goto(url);
  await script.dispose();
}
