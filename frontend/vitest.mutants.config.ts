import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** `npm run test:mutants:page` runs these tests from the repository's root a thousand times. */
export default defineConfig({
  plugins: [react()],
  test: {
    environment: "node",
    include: ["frontend/src/{platform,domain,chain,mint,wallet}/**/*.test.{ts,tsx}"],
    exclude: [
      // These tests use hundreds of rounds. Quick tests cover the same behaviour.
      "frontend/src/mint/checkout/signed-is-shown.test.tsx",
      "frontend/src/mint/order/stale-answers.test.tsx",
      "frontend/src/mint/purchases/settlement-model.test.ts",
      "frontend/src/mint/purchases/lying-endpoint.test.ts",
    ],
    setupFiles: ["./test/frontend/support/quiet.ts", "./frontend/vitest.dom.ts"],
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
