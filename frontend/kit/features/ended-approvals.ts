import { ModalController, RouterController } from "@reown/appkit-controllers";
import { W3mFrameHelpers, W3mFrameProvider } from "@reown/appkit-wallet";

type Request = Parameters<W3mFrameProvider["request"]>[0];

/** The embedded wallet's client. */
interface Client {
  request(request: Request): Promise<unknown>;
}

let installed = false;

/**
 * Kit 1.7.4 opens its dialog when the embedded wallet needs an approval, and closes it when the request has ended. But it
 * opens it some steps later. A request that fails its check at once finds nothing to close, and the dialog opens after it,
 * empty. This closes it.
 */
export function closeEndedApprovals(): void {
  if (installed) return;
  installed = true;
  closeWhenEnded(W3mFrameProvider.prototype as Client);
}

export function closeWhenEnded(prototype: Client): void {
  const send = prototype.request;
  let underWay = 0;
  /** Whether the dialog has opened for what is under way. */
  let opened = false;
  /** Whether it has not, and the request has ended: it opens yet. */
  let isLate = false;

  ModalController.subscribeKey("open", (isOpen) => {
    if (!isOpen) return;
    opened = true;
    if (isLate) close();
    isLate = false;
  });

  prototype.request = async function (request) {
    if (W3mFrameHelpers.checkIfRequestIsSafe(request)) return await send.call(this, request);
    // The dialog itself has asked, and goes on to its next view.
    const isDialogs = RouterController.state.transactionStack.length > 0;
    if (underWay === 0) opened = ModalController.state.open;
    isLate = false;
    underWay += 1;
    try {
      return await send.call(this, request);
    } finally {
      underWay -= 1;
      if (underWay === 0 && !isDialogs) {
        // It may have opened just now.
        if (ModalController.state.open) close();
        else isLate = !opened;
      }
    }
  };
}

function close(): void {
  if (RouterController.state.view === "ApproveTransaction") ModalController.close(true);
}
