import type { AppKit, CreateAppKit } from "@reown/appkit";

type Theme = Required<Pick<CreateAppKit, "themeMode" | "themeVariables">>;

const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** The page's theme in AppKit's words, in the visitor's present colour scheme. */
export function kitTheme(): Theme {
  const page = getComputedStyle(document.documentElement);
  return {
    themeMode: dark().matches ? "dark" : "light",
    themeVariables: {
      "--w3m-accent": page.getPropertyValue("--accent-dialog"),
      // AppKit's list names ten font families, and the browser looks up each one when the list
      // opens. Devices lack most of them.
      "--w3m-font-family": "var(--sans)",
    },
  };
}

/** AppKit keeps the scheme that it was created with, perhaps long before the dialog opens. */
export function followColorScheme(modal: Pick<AppKit, "setThemeMode" | "setThemeVariables">): void {
  dark().addEventListener("change", () => {
    const { themeMode, themeVariables } = kitTheme();
    modal.setThemeMode(themeMode);
    modal.setThemeVariables(themeVariables);
  });
}
