import type { ComponentType } from "react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Chain } from "../../../../networks.ts";
import { type Circumstances, isCauseGone } from "../../domain/gone-cause.ts";
import { codeOf } from "../../domain/link.ts";
import { isBusy, type MintState } from "../../domain/mint-state.ts";
import { type ShownOrder, sellable } from "../../domain/order.ts";
import { progress } from "../../domain/outcome-words.ts";
import type { Recipients } from "../../domain/recipient.ts";
import type { Sale } from "../../domain/sale.ts";
import { Button } from "../../ui/Button.tsx";
import { useOffline } from "../../ui/use-offline.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import { HeldTickets } from "../tickets/HeldTickets.tsx";
import type { TicketPorts } from "../tickets/ticket-ports.ts";
import { AccountName, type ReadAccountName } from "./AccountName.tsx";
import { EarlierPurchases } from "./EarlierPurchases.tsx";
import { MintOutcome } from "./MintOutcome.tsx";
import type { EarlierPurchase, OwnedMintStatus } from "./mint-status.ts";
import { createMintStore, type MintStore, type MintStorePorts } from "./mint-store.ts";
import { isBought, PurchaseHistory } from "./PurchaseHistory.tsx";
import type { PurchaseJournal } from "./purchase-journal.ts";
import type { PurchasePictures } from "./purchase-pictures.ts";
import {
  BUYER,
  type RecipientChoice,
  RecipientField,
  RecipientNote,
  recipientOf,
} from "./RecipientField.tsx";
import { useAnswerInView } from "./use-answer-in-view.ts";
import { WalletLink } from "./WalletLink.tsx";

export interface CheckoutPorts extends MintStorePorts {
  readonly wallet: MintStorePorts["wallet"] & Pick<Wallet, "getLink">;
  readonly pictures: PurchasePictures;
  readonly tickets: TicketPorts;
  readonly loadRecipients: () => Promise<Recipients>;
  /** `null` where accounts have no names. */
  readonly readAccountName: ReadAccountName | null;
}

export interface CheckoutProps {
  readonly network: Chain;
  /** `null` if no wallet is connected any more: purchases are shown all the same. */
  readonly buyer: string | null;
  readonly order: ShownOrder;
  /** The price is not known yet. */
  readonly pricePending: boolean;
  /** False while sales are paused and once all is sold. */
  readonly forSale: boolean;
  onSale(sale: Sale): void;
  onMinted(): void;
  onShowAccount(): void;
  /** Resolves when the wallet has answered. */
  onSwitchNetwork(): Promise<void>;
}

/** @param status the state of the mint, which the whole page sees */
export function checkoutWith(
  ports: CheckoutPorts,
  status: OwnedMintStatus,
): ComponentType<CheckoutProps> {
  const store = createMintStore(ports, status);
  return (props) => <Checkout store={store} ports={ports} {...props} />;
}

/** What stands below Mint: a bar that stays in view, or what the visitor has bought. */
const OUTCOMES: Readonly<Record<MintState["step"], "none" | "bar" | "bought">> = {
  idle: "none",
  checking: "bar",
  sending: "bar",
  mining: "bar",
  done: "bought",
  failed: "bar",
};

interface Props extends CheckoutProps {
  readonly store: MintStore;
  readonly ports: CheckoutPorts;
}

/** Mint and its outcome, loaded for connected visitors only. */
function Checkout({
  store,
  ports: { pictures, tickets, loadRecipients, readAccountName, wallet, purchases },
  network,
  buyer,
  order: ordered,
  pricePending,
  forSale,
  onSale,
  onMinted,
  onShowAccount,
  onSwitchNetwork,
}: Props) {
  const { current, earlier } = useSyncExternalStore(store.subscribe, store.getState);
  useEffect(() => store.listen({ onSale, onMinted }), [store, onSale, onMinted]);
  useEffect(() => store.open(), [store]);

  // A pressed button goes with the outcome; without a new focus the visitor loses the place in the page.
  const mint = useRef<HTMLButtonElement>(null);
  const backToMint = () => mint.current?.focus({ preventScroll: true });
  const dismiss = () => {
    store.dismiss();
    backToMint();
  };

  const [switching, setSwitching] = useState(false);
  const walletLink = wallet.getLink();
  const [choice, setChoice] = useState<RecipientChoice>(BUYER);
  const [emptied, setEmptied] = useState(0);
  // What was typed goes with the wallet, so that no later account buys for that address.
  if (buyer === null && choice !== BUYER) setChoice(BUYER);
  const isOpen = choice.kind === "open";
  const chosen = recipientOf(choice, buyer);
  const order: ShownOrder = chosen === undefined ? ordered : { ...ordered, recipient: chosen };
  const priced = forSale && !isOpen ? sellable(order) : null;
  const { quantity, affiliate, payable, recipient } = order;
  const question = priced && `${buyer} ${quantity} ${codeOf(affiliate)} ${payable} ${recipient}`;
  // Before the browser paints, because it must not show another order's fee.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that the fee depends on is in the question
  useLayoutEffect(() => store.estimateFee(priced, buyer), [store, question]);

  useGoneCause(current, store, {
    buyer,
    quantity,
    code: codeOf(affiliate) ?? affiliate.kind,
    isPriced: payable !== null,
    forSale,
    isOffline: useOffline(),
  });

  const history = useHistory(purchases, current, earlier);

  const isError = current.step === "failed";
  // Its wallet no longer names the account to this page.
  const isLocked = isError && current.failure.reason === "notConnected";
  const asksSwitch = switching && current.step === "idle";
  const shown = asksSwitch ? "bar" : OUTCOMES[current.step];
  const answer = useAnswerInView(current.step, mint);
  const outcome = (
    <MintOutcome
      state={current}
      account={buyer}
      network={network}
      pictures={pictures}
      tickets={tickets}
      affiliateCode={codeOf(affiliate)}
      walletLink={walletLink}
      onStop={() => {
        store.stop();
        backToMint();
      }}
      onDismiss={dismiss}
      onSwitchNetwork={() => {
        dismiss();
        setSwitching(true);
        void onSwitchNetwork().finally(() => setSwitching(false));
      }}
    />
  );

  return (
    <>
      {buyer !== null && (
        <div className="wallet">
          <RecipientNote
            choice={choice}
            buyer={buyer}
            loadRecipients={loadRecipients}
            disabled={isBusy(current)}
            onClear={() => {
              setChoice(BUYER);
              setEmptied(emptied + 1);
              backToMint();
            }}
          />
          <Button
            ref={mint}
            busy={isBusy(current)}
            disabled={pricePending || !forSale || isOpen}
            onClick={() => store.start(order)}
          >
            Mint
          </Button>
        </div>
      )}
      <div ref={answer} className={`outcome outcome-${shown}`}>
        {/* An error is announced as one. Inside the region below, all of it would be read a second time. */}
        {isError && outcome}
        <div aria-live="polite">
          {!isError && outcome}
          {asksSwitch && (
            <div className="progress-note">
              <p>{progress.switching}</p>
              <WalletLink href={walletLink} />
            </div>
          )}
        </div>
      </div>
      {buyer !== null && (
        <div className="wallet">
          <p className="note wallet-account">
            <span>
              <span>{isLocked ? "Locked in your wallet:" : "Connected as"}</span>{" "}
              {readAccountName && (
                <AccountName key={buyer} account={buyer} readName={readAccountName} />
              )}
              <span className="hash">{buyer}</span>
            </span>
            <Button variant="link" onClick={onShowAccount}>
              Manage wallet
            </Button>
          </p>
          <RecipientField
            key={emptied}
            loadRecipients={loadRecipients}
            names={network.chainId === 1}
            disabled={isBusy(current)}
            onChoose={setChoice}
          />
        </div>
      )}
      <div aria-live="polite">
        <EarlierPurchases
          purchases={earlier}
          network={network}
          account={buyer}
          onDismiss={(id) => {
            store.dismissEarlier(id);
            backToMint();
          }}
        />
      </div>
      <PurchaseHistory
        purchases={history.bought}
        network={network}
        onForget={
          history.forget &&
          (() => {
            history.forget?.();
            backToMint();
          })
        }
      />
      {buyer !== null && (
        <HeldTickets
          key={buyer}
          account={buyer}
          network={network}
          ports={tickets}
          affiliateCode={codeOf(affiliate)}
          purchases={knownPurchases(current, earlier)}
        />
      )}
    </>
  );
}

/** Dismisses a message whose cause has gone. */
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

/** Purchases that are over, without those that the page still tells of. */
function useHistory(
  journal: PurchaseJournal,
  current: MintState,
  earlier: readonly EarlierPurchase[],
) {
  const [all, setAll] = useState<ReturnType<PurchaseJournal["list"]>>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page tells of changes when the journal does
  useEffect(() => setAll(journal.list()), [journal, current, earlier]);
  const told = ["id" in current ? current.id : null, ...earlier.map(({ id }) => id)];
  return {
    bought: all.filter(isBought).filter(({ id }) => !told.includes(id)),
    forget: all.every(({ settled }) => settled !== null)
      ? () => {
          journal.forget();
          setAll(journal.list());
        }
      : undefined,
  };
}

/** Changes when a purchase turns out to have brought tickets, or not after all. */
function knownPurchases(current: MintState, earlier: readonly EarlierPurchase[]): string {
  const bought = earlier.flatMap(({ id, outcome }) => (outcome.kind === "bought" ? [id] : []));
  return [current.step === "done" ? current.purchase.transactionHash : "", ...bought].join(" ");
}
