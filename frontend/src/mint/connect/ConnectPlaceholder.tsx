import { useLayoutEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";

/** Stands where the kit's dialog will stand, from the press until it is there; it can be left like any dialog. */
export function ConnectPlaceholder({ onCancel }: { onCancel(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    // In-app browsers of old phones have no modal dialogs: the button's own spinner has to do there.
    element?.showModal?.();
    // Closed rather than only removed: then the browser gives the focus back to Connect Wallet.
    return () => element?.close?.();
  }, []);

  // The event comes later: in development React has mounted the dialog again by then, and it is open.
  const onClose = () => {
    if (dialog.current?.open === false) onCancel();
  };

  return (
    <dialog ref={dialog} className="placeholder" aria-labelledby="placeholder" onClose={onClose}>
      <h2 id="placeholder">Connect Wallet</h2>
      <p aria-live="polite">Looking for your wallets…</p>
      <div className="placeholder-rows" aria-hidden="true">
        <div />
        <div />
        <div />
      </div>
      <Button variant="quiet" onClick={() => dialog.current?.close()}>
        Cancel
      </Button>
    </dialog>
  );
}
