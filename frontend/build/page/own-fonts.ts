import type { Plugin } from "vite";

/** Where the wallet kit's root style begins. */
const THEME = /@reown[\\/]appkit-ui[\\/]dist[\\/]esm[\\/]src[\\/]utils[\\/]ThemeUtil\.js$/;
const IMPORT = /@import url\('https:\/\/fonts\.googleapis\.com\/[^']*'\);/;

/**
 * Takes the request to Google's fonts out of the wallet kit's style (`@reown/appkit-ui` 1.7.4), so that no visitor's address
 * goes there. The page's policy blocks it in a build; the development server has no such policy.
 */
export function ownFonts(): Plugin {
  const strip: Pick<Plugin, "name" | "transform"> = {
    name: "own-fonts",
    transform: (code, id) => (THEME.test(id) ? withoutFonts(code) : null),
  };
  return {
    ...strip,
    // The development server bundles packages before its plugins see them.
    config: () => ({ optimizeDeps: { rolldownOptions: { plugins: [strip] } } }),
  };
}

/** @throws Error if the kit asks for its fonts in another way than it did */
export function withoutFonts(code: string): string {
  if (!IMPORT.test(code))
    throw new Error("The wallet kit's style imports its fonts in another way");
  return code.replace(IMPORT, "");
}
