import type { Page } from "@playwright/test";

/**
 * Works like Chromium's and Google's translators: replaces each text node by elements on every
 * change, except in `translate="no"`. Keeps the words for the tests.
 */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        texts.push(node as Text);
      }
      for (const text of texts) {
        const parent = text.parentElement;
        if (parent === null || text.data.trim() === "") continue;
        if (parent.closest('font, script, style, template, [translate="no"]') !== null) continue;
        const outer = document.createElement("font");
        const inner = document.createElement("font");
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    addEventListener("DOMContentLoaded", () => {
      const start = () => {
        translate(document.body);
        new MutationObserver(() => translate(document.body)).observe(document.body, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      };
      addEventListener("load", () => setTimeout(start));
    });
  });
}
