import { useEffect, useState } from "react";
import type { Chain } from "../../../../networks.ts";
import type { MintView } from "../purchases/mint-status.ts";
import type { Intent, PurchaseJournal } from "../purchases/purchase-journal.ts";
import { EarlierPurchases } from "./EarlierPurchases.tsx";
import { isBought, PurchaseHistory } from "./PurchaseHistory.tsx";

/** Wraps an action, so that the focus moves to Mint after it. */
export type ThenToMint = <Given extends readonly unknown[]>(
  act: (...given: Given) => void,
) => (...given: Given) => void;

interface Props {
  readonly view: MintView;
  readonly journal: PurchaseJournal;
  readonly network: Chain;
  readonly account: string | null;
  readonly thenToMint: ThenToMint;
  onDismiss(id: string): void;
}

export function PastPurchases({ view, journal, network, account, thenToMint, ...props }: Props) {
  const history = useHistory(journal, view);
  return (
    <>
      <div aria-live="polite">
        <EarlierPurchases
          purchases={view.earlier}
          network={network}
          account={account}
          onDismiss={thenToMint(props.onDismiss)}
        />
      </div>
      <PurchaseHistory
        purchases={history.bought}
        network={network}
        onForget={history.forget && thenToMint(history.forget)}
      />
    </>
  );
}

function useHistory(journal: PurchaseJournal, { current, earlier }: MintView) {
  const [all, setAll] = useState<readonly Intent[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page tells of changes when the journal does
  useEffect(() => setAll(journal.list()), [journal, current, earlier]);
  const told = ["id" in current ? current.id : null, ...earlier.map(({ id }) => id)];
  const forget = () => {
    journal.forget();
    setAll(journal.list());
  };
  return {
    bought: all.filter((intent) => isBought(intent) && !told.includes(intent.id)),
    forget: all.every(({ settled }) => settled !== null) ? forget : undefined,
  };
}
