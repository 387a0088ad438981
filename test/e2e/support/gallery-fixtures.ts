import { test as base, expect } from "./fixtures.ts";

export { expect };

/** A React error fails the test and ends the worker, so the next test gets a new document. */
export const test = base.extend({
  page: async ({ galleryPage }, use) => {
    await galleryPage.reset();
    await use(galleryPage.page);
  },
});
