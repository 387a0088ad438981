const FONTS = ["16px", "500 16px", "700 16px", "700 10px", "14px", "13.3333px"];

/**
 * A browser looks up a font at the first layout of each weight and size. On Linux and Windows it
 * asks another process. This does it before AppKit's list opens.
 */
export function lookUpListFonts(): void {
  const text = document.createElement("p");
  text.append("a");
  document.body.append(text);
  for (const font of FONTS) {
    text.style.cssText = `font:${font} var(--sans);text-rendering:optimizespeed`;
    // Forces a layout.
    text.getClientRects();
  }
  text.remove();
}
