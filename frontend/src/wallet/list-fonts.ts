/** Of the text in the wallet kit's list, as its own styles say: weight and size. */
const FONTS = ["16px", "500 16px", "700 16px", "700 10px", "14px", "13.3333px"];

/**
 * Has the browser look up the fonts of the wallet kit's list. It does so for each weight and size when such a text is first
 * laid out, asks another process on Linux and Windows, and keeps the answer.
 */
export function lookUpListFonts(): void {
  const text = document.createElement("p");
  text.append("a");
  document.body.append(text);
  for (const font of FONTS) {
    text.style.cssText = `font:${font} var(--sans);text-rendering:optimizespeed`;
    // Lays it out.
    text.getClientRects();
  }
  // Before anything is painted.
  text.remove();
}
