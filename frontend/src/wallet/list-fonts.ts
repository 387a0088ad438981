const FONTS = ["16px", "500 16px", "700 16px", "700 10px", "14px", "13.3333px"];

/**
 * Looks up the fonts of AppKit's list before the list opens. A browser looks up fonts at the first layout of each
 * weight and size. On Linux and Windows it asks another process.
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
