import { useCallback, useRef } from "react";

/**
 * Moves the focus to a part of the page when a focused button in it disappears. Otherwise a
 * keyboard user lands at the page's start.
 * @returns the part's `ref`; the part needs `tabIndex={-1}`
 */
export function useKeptFocus(): (part: HTMLElement | null) => (() => void) | undefined {
  const focused = useRef<Element | null>(null);
  return useCallback((part) => {
    if (part === null) return undefined;
    const keep = () => {
      if (focused.current === null || focused.current.isConnected) return;
      focused.current = null;
      if (document.activeElement === document.body) part.focus({ preventScroll: true });
    };
    const enter = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null;
    };
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
    };
    const observer = new MutationObserver(keep);
    observer.observe(part, { childList: true, subtree: true });
    part.addEventListener("focusin", enter);
    part.addEventListener("focusout", leave);
    keep();
    return () => {
      observer.disconnect();
      part.removeEventListener("focusin", enter);
      part.removeEventListener("focusout", leave);
    };
  }, []);
}
