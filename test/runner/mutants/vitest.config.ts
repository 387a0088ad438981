/** The unit tests of test/tasks as `npm run test:mutants:scripts` runs them: by Vitest, which keeps them loaded. */
export default {
  test: {
    globals: true,
    include: ["test/tasks/{affiliates,owner,record,send,shared}/*.test.ts"],
    // These run whole tasks on a chain.
    exclude: ["**/{affiliates,affiliate-contacts,report-dates,sale-tasks}.test.ts"],
    isolate: false,
  },
};
