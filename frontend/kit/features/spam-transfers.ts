import { TransactionsController } from "@reown/appkit-controllers";

type Transactions = ReturnType<typeof TransactionsController.filterSpamTransactions>;
type Transaction = Transactions[number];

/**
 * Kit 1.7.4 lists a spam NFT that came with something else, and omits a transaction that transfers nothing, such as an
 * approval: of no transfers all are spam. This removes the spam, and what is nothing but spam. The chain API may also leave
 * the transfers out, on which the kit fails.
 */
export function omitSpamTransfers(): void {
  TransactionsController.filterSpamTransactions = withoutSpam;
}

export function withoutSpam(transactions: Transactions): Transactions {
  return transactions.flatMap((transaction) => {
    const all = (transaction.transfers as Transaction["transfers"] | undefined) ?? [];
    const transfers = all.filter(({ nft_info }) => nft_info?.flags?.is_spam !== true);
    return transfers.length === 0 && all.length > 0 ? [] : [{ ...transaction, transfers }];
  });
}
