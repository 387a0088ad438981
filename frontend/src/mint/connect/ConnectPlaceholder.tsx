import { useLayoutEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";

export function ConnectPlaceholder({ onCancel }: { onCancel(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    // In-app browsers of old phones lack modal dialogs. They show only the button's spinner.
    element?.showModal?.();
    // Closing the dialog makes the browser return the focus to Connect Wallet.
    return () => element?.close?.();
  }, []);

  // The event arrives late. In development, React may have reopened the dialog before.
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
