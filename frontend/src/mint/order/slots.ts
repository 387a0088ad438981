/**
 * Where the primer writes before React is there. The components mark the places, `prerender.tsx` checks them at build
 * time, and `primer.ts` fills them.
 */

/** The `data-slot` of an element. */
export type Slot = "summary" | "affiliate-code" | "price" | "own-address";

/** The id of a `<template>` that the built page brings along. */
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

/** The same HTML. @throws if it doesn't have each of the slots exactly once */
export function withSlots(html: string, ...slots: readonly Slot[]): string {
  for (const slot of slots) {
    const count = html.split(`data-slot="${slot}"`).length - 1;
    if (count !== 1) throw new Error(`The prerendered HTML has ${count} slots "${slot}": ${html}`);
  }
  return html;
}
