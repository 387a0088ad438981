/** Files and folders that Stryker mutates, relative to the repository's root. */
export const MUTATED_PAGE = [
  "frontend/src/platform",
  "frontend/src/domain",
  "frontend/src/chain",
  "frontend/src/mint",
  "frontend/src/wallet/wallet.ts",
];

/** A surviving mutant here could cost a buyer money, so each needs a test or a reason. */
export const COMPLETE = [
  "frontend/src/chain/sale/confirm-sale.ts",
  ...["assessment", "purchase", "settlement", "sighting", "sale-search", "sold", "nonce-user"].map(
    (name) => `frontend/src/chain/purchase/${name}.ts`,
  ),
  "frontend/src/chain/purchase/chain-answers.ts",
  "frontend/src/domain/order/link.ts",
  "frontend/src/domain/order/price.ts",
];

/** Paths in `scripts`, without the extension. */
export const MUTATED_TASKS = [
  ...["shared/site-url", "tasks/affiliates/affiliate-file", "tasks/owner/royalty"],
  ...["tasks/cli/amounts", "tasks/cli/coins", "tasks/cli/command-line", "tasks/cli/table"],
  ...["tasks/cli/task", "tasks/chain/describe-error", "tasks/run-action"],
  ...["tasks/cli/confirm", "tasks/outbox/fees", "tasks/record/record"],
  ...["tasks/outbox/safe/safe", "tasks/sale/affiliate-code"],
  ...["tasks/sale/block-time", "tasks/sale/csv", "tasks/sale/sale-events"],
];

export const taskFile = (name: string) => `scripts/${name}.ts`;
