/**
 * The inline script writes into these elements before React runs, and stands before the price.
 * Components mark them, and `prerender.tsx` checks the marks.
 */

export type Slot = "summary" | "affiliate-code" | "price" | "own-address";

/** The id of a `<template>` in the built page. */
export type TemplateName =
  | "affiliate"
  | "malformed-affiliate"
  | "framed"
  | "copy"
  /** For `start-guard.js`. */
  | "start-failed"
  | "start-late"
  /** For `main.tsx`. */
  | "stopped";

export function withSlots(html: string, ...slots: readonly Slot[]): string {
  for (const slot of slots) {
    const count = html.split(`data-slot="${slot}"`).length - 1;
    if (count !== 1) throw new Error(`The prerendered HTML has ${count} slots "${slot}": ${html}`);
  }
  return html;
}
