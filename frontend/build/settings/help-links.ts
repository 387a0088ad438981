import { readUrl } from "./read-url.ts";

/** A URL is `null` if it is not set. If `helpUrl` is `"none"`, the page hides its own answers. */
export function readHelpLinks(env: Readonly<Record<string, string>>) {
  const { VITE_HELP_URL: help, VITE_SUPPORT_URL: support } = env;
  return {
    helpUrl: help === "none" ? help : readUrl("VITE_HELP_URL", help),
    supportUrl: support?.startsWith("mailto:")
      ? readMailAddress(support)
      : readUrl("VITE_SUPPORT_URL", support),
  };
}

function readMailAddress(text: string): string {
  if (/^mailto:[^\s@?]+@[^\s@?]+$/.test(text)) return text;
  throw new Error(
    `VITE_SUPPORT_URL is not a mail address, such as mailto:help@mint.example: ${text}`,
  );
}
