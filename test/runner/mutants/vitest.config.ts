/** The unit tests of test/tasks as `npm run test:mutants:scripts` runs them: by Vitest, which keeps them loaded. */
export default {
  test: {
    globals: true,
    include: ["test/tasks/{affiliates,cli,outbox,owner,record,sale}/*.test.ts"],
    // These run whole tasks on a chain.
    exclude: [
      "**/{affiliates,affiliate-contacts,report-dates,dry-run,documented-commands}.test.ts",
      "**/{currency,machine-output,owner-key,pending-changes,renderers,sale-tasks}.test.ts",
      "**/{contract-owners,contract-files,unusual-prices}.test.ts",
    ],
    isolate: false,
  },
};
