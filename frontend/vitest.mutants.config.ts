import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The unit tests as `npm run test:mutants:page` runs them: from the repository's root, and a thousand times. */
export default defineConfig({
  plugins: [react()],
  test: {
    environment: "jsdom",
    include: ["frontend/src/{domain,chain,mint,wallet}/**/*.test.{ts,tsx}"],
    exclude: [
      // Hundreds of rounds, and real sockets: they take seconds, and what they hold has a quick test of its own.
      "frontend/src/mint/signed-is-shown.test.tsx",
      "frontend/src/mint/stale-answers.test.tsx",
      "frontend/src/mint/settlement-model.test.ts",
      "frontend/src/mint/lying-endpoint.test.ts",
      "frontend/src/*/hostile-endpoints.test.ts",
    ],
    setupFiles: ["./frontend/test/support/quiet.ts", "./frontend/test/support/dom.ts"],
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
