import { test as base, expect } from "./fixtures.ts";

export { expect };

/**
 * For tests of the page's states: `page` is this worker's gallery, in which `galleryPage` shows them. What React says once in
 * a document can't be missed: a test that fails for it ends the worker, and the next one has a document of its own.
 */
export const test = base.extend({
  page: async ({ galleryPage }, use) => {
    await galleryPage.reset();
    await use(galleryPage.page);
  },
});
