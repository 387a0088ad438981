import type { ComponentType } from "react";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
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
import {
  createMintStore,
  type MintListener,
  type MintStore,
  type MintStorePorts,
} from "../purchases/mint-store.ts";
import { HeldTickets } from "../tickets/HeldTickets.tsx";
import type { TicketPorts } from "../tickets/ticket-ports.ts";
import { Account, type ReadAccountName } from "./Account.tsx";
import { MintAnswer } from "./MintAnswer.tsx";
import { PastPurchases, type ThenToMint } from "./PastPurchases.tsx";
import { RecipientField, RecipientNote, useRecipient } from "./RecipientField.tsx";

export interface CheckoutPorts extends MintStorePorts {
  readonly wallet: MintStorePorts["wallet"] &
    Pick<Wallet, "getLink" | "showAccount" | "switchNetwork">;
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
  const view = useMintView(store, { onSale, onMinted });
  const { current } = view;

  const { mint, thenToMint } = useMintFocus();
  const { choice, choose, emptied, clear, recipient } = useRecipient(buyer);
  const isOpen = choice.kind === "open";
  const order: ShownOrder = recipient === undefined ? ordered : { ...ordered, recipient };
  const code = codeOf(order.affiliate);
  useFee(store, forSale && !isOpen ? order : null, buyer);
  useGoneCause(store, current, order, { buyer, forSale });
  const fixed = isBusy(current);
  const unready = page.pricePending || !forSale || isOpen;
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
          <Button ref={mint} busy={fixed} disabled={unready} onClick={() => store.start(order)}>
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
      />
      {buyer !== null && (
        <div className="wallet">
          <Account
            account={buyer}
            state={current}
            readName={ports.readAccountName}
            onShow={ports.wallet.showAccount}
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
      <PastPurchases
        view={view}
        journal={ports.purchases}
        network={network}
        account={buyer}
        thenToMint={thenToMint}
        onDismiss={store.dismissEarlier}
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

function useMintView(store: MintStore, { onSale, onMinted }: MintListener): MintView {
  useEffect(() => store.listen({ onSale, onMinted }), [store, onSale, onMinted]);
  useEffect(() => store.open(), [store]);
  return useSyncExternalStore(store.subscribe, store.getState);
}

/** A clicked button disappears with its message, so the focus moves to Mint. */
function useMintFocus() {
  const mint = useRef<HTMLButtonElement>(null);
  const thenToMint: ThenToMint =
    (act) =>
    (...given) => {
      act(...given);
      mint.current?.focus({ preventScroll: true });
    };
  return { mint, thenToMint };
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

function useGoneCause(
  store: MintStore,
  current: MintState,
  order: ShownOrder,
  page: Pick<Circumstances, "buyer" | "forSale">,
) {
  const now: Circumstances = {
    ...page,
    quantity: order.quantity,
    code: codeOf(order.affiliate) ?? order.affiliate.kind,
    isPriced: order.payable !== null,
    isOffline: useOffline(),
  };
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

/** A key that changes when a purchase gets its tickets or loses them. */
function knownPurchases({ current, earlier }: MintView): string {
  const bought = earlier.flatMap(({ id, outcome }) => (outcome.kind === "bought" ? [id] : []));
  return [current.step === "done" ? current.purchase.transactionHash : "", ...bought].join(" ");
}
