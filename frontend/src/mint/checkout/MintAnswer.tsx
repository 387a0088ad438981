import { type RefObject, useEffect, useRef, useState } from "react";
import type { MintState } from "../../domain/mint/mint-state.ts";
import { progress } from "../../domain/words/outcome-words.ts";
import type { Wallet } from "../../wallet/wallet.ts";
import { MintOutcome, type OutcomeProps } from "./MintOutcome.tsx";
import { WalletLink } from "./WalletLink.tsx";

interface Props extends Omit<OutcomeProps, "onSwitchNetwork"> {
  readonly mint: RefObject<HTMLElement | null>;
  readonly ports: OutcomeProps["ports"] & { readonly wallet: Pick<Wallet, "switchNetwork"> };
}

export function MintAnswer({ mint, ...props }: Props) {
  const { state, ports, onDismiss } = props;
  const [switching, setSwitching] = useState(false);
  const answer = useAnswerInView(state.step, mint);
  const asksSwitch = switching && state.step === "idle";
  const isNothing = state.step === "idle" && !switching;
  const outcome = (
    <MintOutcome
      {...props}
      onSwitchNetwork={() => {
        onDismiss();
        setSwitching(true);
        void ports.wallet.switchNetwork().finally(() => setSwitching(false));
      }}
    />
  );
  const isError = state.step === "failed";
  const shape = state.step === "done" ? "bought" : isNothing ? "none" : "bar";
  return (
    <div ref={answer} className={`outcome outcome-${shape}`}>
      {/* An error is outside the live region, because a screen reader would read it twice. */}
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

const ROOM_PX = 32;

/**
 * After a click on Mint, scrolls to the answer if the visitor still sees the button. Always scrolls to bought tickets.
 */
function useAnswerInView(
  step: MintState["step"],
  mint: RefObject<HTMLElement | null>,
): RefObject<HTMLDivElement | null> {
  const answer = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (step === "idle" || step === "checking") pressed.current = step === "checking";
    if (!pressed.current || answer.current === null) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = calm ? "auto" : "smooth";
    if (step === "done") {
      answer.current.scrollIntoView({ block: "nearest", behavior });
    } else if (mint.current !== null) {
      const { top, bottom } = mint.current.getBoundingClientRect();
      const below = bottom + answer.current.offsetHeight + ROOM_PX - innerHeight;
      const isSeen = bottom > 0 && top < innerHeight;
      if (isSeen && below > 0) scrollBy({ top: Math.min(below, top), behavior });
    }
  }, [step, mint]);
  return answer;
}
