import type { Plugin } from "vite";

const THEME = /@reown[\\/]appkit-ui[\\/]dist[\\/]esm[\\/]src[\\/]utils[\\/]ThemeUtil\.js$/;
const IMPORT = /@import url\('https:\/\/fonts\.googleapis\.com\/[^']*'\);/;

/**
 * Removes AppKit's request to Google's fonts (`@reown/appkit-ui` 1.7.4), because it sends visitors'
 * IP addresses to Google.
 */
export function ownFonts(): Plugin {
  const strip: Pick<Plugin, "name" | "transform"> = {
    name: "own-fonts",
    transform: (code, id) => (THEME.test(id) ? withoutFonts(code) : null),
  };
  return {
    ...strip,
    // The development server pre-bundles packages before plugins can change them.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [strip] } } }),
  };
}

/** @throws Error if AppKit's style imports its fonts in another way */
export function withoutFonts(code: string): string {
  if (!IMPORT.test(code))
    throw new Error("The wallet kit's style imports its fonts in another way");
  return code.replace(IMPORT, "");
}
