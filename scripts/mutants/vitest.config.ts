/** The unit tests of test/scripts/lib as `npm run test:mutants:scripts` runs them: by Vitest, which keeps them loaded. */
export default {
  test: { globals: true, include: ["test/scripts/lib/*.test.ts"], isolate: false },
};
