import { type RefObject, useState } from "react";
import type { MintState } from "../../domain/mint-state.ts";
import { progress } from "../../domain/outcome-words.ts";
import { MintOutcome, type OutcomeProps } from "./MintOutcome.tsx";
import { useAnswerInView } from "./use-answer-in-view.ts";
import { WalletLink } from "./WalletLink.tsx";

/** `bar` stays in view, `bought` is as long as it is. */
const SHAPES: Readonly<Record<MintState["step"], "none" | "bar" | "bought">> = {
  idle: "none",
  checking: "bar",
  sending: "bar",
  mining: "bar",
  done: "bought",
  failed: "bar",
};

interface Props extends Omit<OutcomeProps, "onSwitchNetwork"> {
  readonly mint: RefObject<HTMLElement | null>;
  onSwitchNetwork(): Promise<void>;
}

/** Below Mint: the region in which the outcome of a press is announced. */
export function MintAnswer({ mint, onSwitchNetwork, ...props }: Props) {
  const { state, ports, onDismiss } = props;
  const [switching, setSwitching] = useState(false);
  const answer = useAnswerInView(state.step, mint);
  const asksSwitch = switching && state.step === "idle";
  const outcome = (
    <MintOutcome
      {...props}
      onSwitchNetwork={() => {
        onDismiss();
        setSwitching(true);
        void onSwitchNetwork().finally(() => setSwitching(false));
      }}
    />
  );
  const isError = state.step === "failed";
  return (
    <div ref={answer} className={`outcome outcome-${asksSwitch ? "bar" : SHAPES[state.step]}`}>
      {/* An error is announced as one. Inside the region below, all of it would be read a second time. */}
      {isError && outcome}
      <div aria-live="polite">
        {!isError && outcome}
        {asksSwitch && (
          <div className="progress-note">
            <p>{progress.switching}</p>
            <WalletLink href={ports.wallet.getLink()} />
          </div>
        )}
      </div>
    </div>
  );
}
