import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { settings } from "./vite-plugins/settings.ts";
import { staticPage } from "./vite-plugins/static-page.ts";
import { testWallet } from "./vite-plugins/test-wallet.ts";

export default defineConfig({
  // Relative, so that the page works under any path, IPFS gateways included.
  base: "./",
  plugins: [react(), settings(), testWallet(), staticPage()],
  build: {
    // The wallet kit is one lazy chunk of about 1 MB, loaded on intent.
    chunkSizeWarningLimit: 2_500,
  },
});
