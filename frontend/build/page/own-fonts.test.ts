import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { build } from "vite";
import { expect, it } from "vitest";
import { ownFonts, withoutFonts } from "./own-fonts.ts";

const kit = createRequire(import.meta.resolve("@reown/appkit"));
const THEME = createRequire(kit.resolve("@reown/appkit-scaffold-ui"))
  .resolve("@reown/appkit-ui")
  .replace("exports/index.js", "src/utils/ThemeUtil.js");

it("leaves nothing of the third party's fonts in the kit's style", async () => {
  const code = readFileSync(THEME, "utf8");
  expect(code).toContain("fonts.googleapis.com");
  const built = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [ownFonts()],
    build: { write: false, lib: { entry: THEME, formats: ["es"], fileName: "theme" } },
  });
  const text = JSON.stringify(built);
  expect(text).toContain("w3m-shake");
  expect(text).not.toContain("googleapis");
});

it("says so if the kit asks for its fonts in another way", () => {
  expect(() => withoutFonts("@import 'https://fonts.example/'")).toThrow(/in another way/);
});
