const FONTS = ["16px", "500 16px", "700 16px", "700 10px", "14px", "13.3333px"];

/**
 * Looks up the fonts of AppKit's list before the list opens. On Linux and Windows a lookup is slow,
 * because another process answers.
 */
export function lookUpListFonts(): void {
  const text = document.createElement("p");
  text.append("a");
  document.body.append(text);
  for (const font of FONTS) {
    text.style.cssText = `font:${font} var(--sans);text-rendering:optimizespeed`;
    // This call forces a layout.
    text.getClientRects();
  }
  text.remove();
}
