import type { ComponentType } from "react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Chain } from "../../../../networks.ts";
import type { PicturesAhead } from "../../chain/tickets/pictures-ahead.ts";
import { type Circumstances, isCauseGone } from "../../domain/mint/gone-cause.ts";
import { isBusy, type MintState } from "../../domain/mint/mint-state.ts";
import type { Recipients } from "../../domain/mint/recipient.ts";
import { codeOf } from "../../domain/order/link.ts";
import { type ShownOrder, sellable } from "../../domain/order/order.ts";
import type { Sale } from "../../domain/order/sale.ts";
import { Button } from "../../ui/Button.tsx";
import { useOffline } from "../../ui/use-offline.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import type { MintView, OwnedMintStatus } from "../purchases/mint-status.ts";
import { createMintStore, type MintStore, type MintStorePorts } from "../purchases/mint-store.ts";
import type { Intent, PurchaseJournal } from "../purchases/purchase-journal.ts";
import { HeldTickets } from "../tickets/HeldTickets.tsx";
import type { TicketPorts } from "../tickets/ticket-ports.ts";
import { Account, type ReadAccountName } from "./Account.tsx";
import { EarlierPurchases } from "./EarlierPurchases.tsx";
import { MintAnswer } from "./MintAnswer.tsx";
import { isBought, PurchaseHistory } from "./PurchaseHistory.tsx";
import { RecipientField, RecipientNote, useRecipient } from "./RecipientField.tsx";

export interface CheckoutPorts extends MintStorePorts {
  readonly wallet: MintStorePorts["wallet"] & Pick<Wallet, "getLink">;
  readonly pictures: PicturesAhead;
  readonly tickets: TicketPorts;
  readonly loadRecipients: () => Promise<Recipients>;
  readonly readAccountName: ReadAccountName | null;
}

export interface CheckoutProps {
  readonly network: Chain;
  /** `null` without a wallet. The page still shows earlier purchases. */
  readonly buyer: string | null;
  readonly order: ShownOrder;
  readonly pricePending: boolean;
  readonly forSale: boolean;
  onSale(sale: Sale): void;
  onMinted(): void;
  onShowAccount(): void;
  onSwitchNetwork(): Promise<void>;
}

export function checkoutWith(
  ports: CheckoutPorts,
  status: OwnedMintStatus,
): ComponentType<CheckoutProps> {
  const store = createMintStore(ports, status);
  return (props) => <Checkout store={store} ports={ports} {...props} />;
}

interface Props extends CheckoutProps {
  readonly store: MintStore;
  readonly ports: CheckoutPorts;
}

function Checkout({ store, ports, onSale, onMinted, ...page }: Props) {
  const { network, buyer, order: ordered, forSale } = page;
  const { loadRecipients } = ports;
  const view = useSyncExternalStore(store.subscribe, store.getState);
  const { current, earlier } = view;
  useEffect(() => store.listen({ onSale, onMinted }), [store, onSale, onMinted]);
  useEffect(() => store.open(), [store]);

  const mint = useRef<HTMLButtonElement>(null);
  /** The clicked button disappears with its message, so the focus moves to Mint. */
  const thenToMint =
    <Given extends readonly unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      act(...given);
      mint.current?.focus({ preventScroll: true });
    };

  const { choice, choose, emptied, clear, recipient } = useRecipient(buyer);
  const isOpen = choice.kind === "open";
  const order: ShownOrder = recipient === undefined ? ordered : { ...ordered, recipient };
  const code = codeOf(order.affiliate);
  useFee(store, forSale && !isOpen ? order : null, buyer);
  useGoneCause(current, store, {
    buyer,
    quantity: order.quantity,
    code: code ?? order.affiliate.kind,
    isPriced: order.payable !== null,
    forSale,
    isOffline: useOffline(),
  });
  const history = useHistory(ports.purchases, view);
  const fixed = isBusy(current);
  return (
    <>
      {buyer !== null && (
        <div className="wallet">
          <RecipientNote
            choice={choice}
            buyer={buyer}
            loadRecipients={loadRecipients}
            disabled={fixed}
            onClear={thenToMint(clear)}
          />
          <Button
            ref={mint}
            busy={fixed}
            disabled={page.pricePending || !forSale || isOpen}
            onClick={() => store.start(order)}
          >
            Mint
          </Button>
        </div>
      )}
      <MintAnswer
        state={current}
        account={buyer}
        network={network}
        ports={ports}
        affiliateCode={code}
        mint={mint}
        onStop={thenToMint(store.stop)}
        onDismiss={thenToMint(store.dismiss)}
        onSwitchNetwork={page.onSwitchNetwork}
      />
      {buyer !== null && (
        <div className="wallet">
          <Account
            account={buyer}
            state={current}
            readName={ports.readAccountName}
            onShow={page.onShowAccount}
          />
          <RecipientField
            key={emptied}
            loadRecipients={loadRecipients}
            names={network.chainId === 1}
            disabled={fixed}
            onChoose={choose}
          />
        </div>
      )}
      <div aria-live="polite">
        <EarlierPurchases
          purchases={earlier}
          network={network}
          account={buyer}
          onDismiss={thenToMint(store.dismissEarlier)}
        />
      </div>
      <PurchaseHistory
        purchases={history.bought}
        network={network}
        onForget={history.forget && thenToMint(history.forget)}
      />
      {buyer !== null && (
        <HeldTickets
          key={buyer}
          account={buyer}
          network={network}
          ports={ports.tickets}
          affiliateCode={code}
          purchases={knownPurchases(view)}
        />
      )}
    </>
  );
}

function useFee(store: MintStore, order: ShownOrder | null, buyer: string | null) {
  const priced = order && sellable(order);
  const question =
    priced &&
    `${buyer} ${priced.quantity} ${codeOf(priced.affiliate)} ${priced.payable} ${priced.recipient}`;
  // Must run before the browser paints, because the page must not show another order's fee.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that the fee depends on is in the question
  useLayoutEffect(() => store.estimateFee(priced, buyer), [store, question]);
}

function useGoneCause(current: MintState, store: MintStore, now: Circumstances) {
  const before = useRef(now);
  useEffect(() => {
    const gone =
      current.step === "failed" &&
      current.id === null &&
      isCauseGone(current.failure, before.current, now);
    before.current = now;
    if (gone) store.dismiss();
  });
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

/** A key that changes when a purchase gets its tickets or loses them. */
function knownPurchases({ current, earlier }: MintView): string {
  const bought = earlier.flatMap(({ id, outcome }) => (outcome.kind === "bought" ? [id] : []));
  return [current.step === "done" ? current.purchase.transactionHash : "", ...bought].join(" ");
}
