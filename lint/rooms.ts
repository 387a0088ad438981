import { writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Import rules between modules ("rooms"). `npm run lint:rooms` writes `lint/rooms.json` for Biome.
 */

const KIT = ["platform", "kit", "@reown"];
/** The folders of `frontend/kit`. Guards and features act on a relay that they are given. */
const KIT_ROOMS: Readonly<Record<string, readonly string[]>> = {
  "../kit/dialog": KIT,
  "../kit/relay": KIT,
  "../kit/late": KIT,
  "../kit/features": ["../kit/relay", ...KIT],
  "../kit/guards": ["../kit/relay", ...KIT],
};
/** The folders for data, rules and texts. Each may import those before it. */
const DOMAIN = ["order", "mint", "words"].map((room) => `domain/${room}`);

/**
 * The other folders that each folder of `frontend/src` may import; `.` holds the page's entries.
 * mint -> wallet, chain -> domain.
 */
export const PAGE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  "domain/order": ["collection"],
  "domain/mint": ["domain/order"],
  "domain/words": ["domain/order", "domain/mint", "collection"],
  ui: ["react"],
  "chain/rpc": ["platform"],
  "chain/sale": ["chain/rpc", "platform", ...DOMAIN, "typechain-types"],
  "chain/purchase": ["chain/rpc", "chain/sale", "platform", ...DOMAIN, "typechain-types", "ethers"],
  "chain/tickets": ["chain/rpc", "platform", ...DOMAIN, "typechain-types", "ethers"],
  "chain/names": ["chain/rpc", ...DOMAIN, "ethers"],
  ...KIT_ROOMS,
  wallet: [...Object.keys(KIT_ROOMS), "kit", "platform", ...DOMAIN, "networks", "ethers", "@reown"],
  "mint/sale": [...DOMAIN, "chain/sale", "react"],
  "mint/order": [
    "mint/sale",
    "ui",
    ...DOMAIN,
    "platform",
    "chain/sale",
    "networks",
    "collection",
    "react",
  ],
  "mint/connect": ["ui", ...DOMAIN, "wallet", "react"],
  "mint/ticket-actions": ["ui", ...DOMAIN, "chain/purchase", "networks", "react"],
  // biome-ignore format: one line a room
  "mint/tickets": ["mint/ticket-actions", "ui", ...DOMAIN, "platform", "chain/tickets", "networks", "react"],
  "mint/purchases": [...DOMAIN, "platform", "chain/purchase", "wallet", "valibot"],
  // biome-ignore format: one line a room
  "mint/checkout": ["mint/ticket-actions", "mint/tickets", "mint/purchases", "ui", ...DOMAIN, "platform", "chain/tickets", "wallet", "networks", "react"],
  // biome-ignore format: one line a room
  mint: ["mint/sale", "mint/order", "mint/connect", "mint/purchases", "mint/checkout", "mint/tickets", "ui", ...DOMAIN, "platform", "wallet", "chain/sale", "networks", "collection", "react"],
  // biome-ignore format: one line a room
  ".": ["mint", "mint/sale", "mint/order", "mint/connect", "mint/purchases", "mint/checkout", "mint/tickets", "wallet", "chain/rpc", "chain/sale", "chain/purchase", "chain/tickets", "chain/names", ...DOMAIN, "platform", "ui", "networks", "collection", "react"],
};

/**
 * The folders of `scripts/tasks`. A folder may import those above it, but none on its own line.
 * Type imports are always allowed.
 */
export const TASK_ROOMS: readonly (readonly string[])[] = [
  ["cli"],
  ["machine"],
  ["chain"],
  ["record"],
  ["outbox"],
  ["sale"],
  ["affiliates", "deploy"],
  ["payouts"],
  ["owner"],
  ["renderer", "dashboard", "verify", "watch"],
];

/**
 * Imports outside these folders, by path from the repository's root or by package. Users of
 * build-generated modules may import them.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  kit: ["/frontend/kit/namespace.ts", "/frontend/kit/open-app-kit.ts"],
  collection: ["/collection.ts"],
  networks: ["/networks.ts"],
  "typechain-types": ["/typechain-types/**"],
  ethers: ["ethers", "ethers/**"],
  "@reown": ["@reown/**", "virtual:kit-*"],
  react: ["react", "react/**"],
  valibot: ["valibot"],
};
const MADE: Readonly<Record<string, readonly string[]>> = {
  wallet: ["virtual:wallet-features"],
  ".": ["react-dom", "react-dom/**", "virtual:*"],
};
const TESTS = ["**/*.test.ts", "**/*.test.tsx"];

function patternsOf(room: string, other: string): string[] {
  const folder = path.posix.join("/frontend/src", room);
  const files = OTHERS[other] ?? [path.posix.join("/frontend/src", other, "*")];
  return files.map((file) => {
    if (!file.startsWith("/")) return `!${file}`;
    const relative = path.posix.relative(folder, file);
    return relative.startsWith(".") ? `!${relative}` : `!./${relative}`;
  });
}

function overrideOf([room, allowed]: [string, readonly string[]]) {
  const folder = path.posix.join("frontend/src", room);
  const made = (MADE[room] ?? []).map((name) => `!${name}`);
  const others = [...allowed.flatMap((other) => patternsOf(room, other)), ...made];
  const named = allowed.map((other) => other.replace("../kit/", "kit/")).join(", ");
  const pattern = {
    group: ["**", "!./*", ...others, ...TESTS],
    message: `${folder}/ imports its own files, and ${named || "nothing else"} (lint/rooms.ts). Pass in what else it needs.`,
  };
  const rule = { level: "error", options: { patterns: [pattern] } };
  return {
    includes: [`${folder}/*`, ...TESTS.map((test) => `!${test}`)],
    linter: { rules: { style: { noRestrictedImports: rule } } },
  };
}

export function biomeLists(): string {
  const lines = Object.entries(PAGE_ROOMS).map((room) => JSON.stringify(overrideOf(room)));
  return `{"overrides":[\n${lines.join(",\n")}\n]}\n`;
}

if (import.meta.main) writeFileSync(path.join(import.meta.dirname, "rooms.json"), biomeLists());
