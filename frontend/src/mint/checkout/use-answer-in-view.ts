import { type RefObject, useEffect, useRef } from "react";
import type { MintState } from "../../domain/mint-state.ts";

const ROOM_PX = 32;

/**
 * Scrolls to the tickets that were bought, else until button and answer are seen together, if the visitor still looks at the
 * button. What the browser remembers from before a press moves nothing.
 */
export function useAnswerInView(
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
