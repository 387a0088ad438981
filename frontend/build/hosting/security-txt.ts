import path from "node:path";
import type { Plugin } from "vite";
import { readPageEnv } from "../../../scripts/shared/site-url.ts";
import { networkOf } from "../settings/settings.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** A contact and its last valid day, such as "mailto:security@tickets.example 2027-06-30". */
const CONTACT = /^((?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)) (\d{4}-\d\d-\d\d)$/;

/** Writes `security.txt` (RFC 9116), if `VITE_SECURITY_CONTACT` is set. */
export function securityTxt(): Plugin {
  let contact: string | undefined;
  return {
    name: "security-txt",
    apply: "build",
    configResolved({ mode }) {
      contact = readPageEnv(networkOf(mode), ROOT).VITE_SECURITY_CONTACT;
      // A malformed setting stops the build before it starts.
      if (contact) securityText(contact);
    },
    generateBundle() {
      if (!contact) return;
      this.emitFile({ type: "asset", fileName: "security.txt", source: securityText(contact) });
    },
  };
}

/**
 * The expiry date comes from the setting, because a build must produce the same bytes on any day.
 */
export function securityText(setting: string): string {
  const [, address, day = ""] = CONTACT.exec(setting) ?? [];
  const expires = new Date(`${day}T23:59:59Z`);
  if (address === undefined || Number.isNaN(expires.getTime())) {
    throw new Error(
      `VITE_SECURITY_CONTACT is not an address and the last day on which it holds, such as mailto:security@tickets.example 2027-06-30: ${setting}`,
    );
  }
  return `Contact: ${address}\nExpires: ${day}T23:59:59Z\nPreferred-Languages: en\n`;
}
