import { test as base, expect } from "./fixtures.ts";

export { expect };

/** `page` is this worker's gallery. A test that fails for what React says ends the worker, and the next has its own document. */
export const test = base.extend({
  page: async ({ galleryPage }, use) => {
    await galleryPage.reset();
    await use(galleryPage.page);
  },
});
