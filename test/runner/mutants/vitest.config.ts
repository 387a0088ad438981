import { globSync, readFileSync } from "node:fs";

/** In tests that run whole tasks, or a chain. */
const WHOLE =
  /"\.\.\/support\/(command|node|owned-sale|paid-sale|project|watched-chain)\.ts"|startProcess|\bbefore\(/;

/** The unit tests of test/tasks as `npm run test:mutants:scripts` runs them: by Vitest, which keeps them loaded. */
export default {
  test: {
    globals: true,
    include: globSync("test/tasks/*/*.test.ts").filter(
      (file) => !WHOLE.test(readFileSync(file, "utf8")),
    ),
    isolate: false,
  },
};
