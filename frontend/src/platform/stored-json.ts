import { stored } from "./stored.ts";

export function storedUnder(prefix: string): readonly (readonly [string, unknown])[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => [key.slice(prefix.length), storedJson(key)]);
  } catch {
    return [];
  }
}

function storedJson(key: string): unknown {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param value left out to remove it @returns false if storage is blocked or full */
export function storeJson(key: string, value?: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
