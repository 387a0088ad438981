import { ModalController, RouterController } from "@reown/appkit-controllers";
import { W3mFrameHelpers, W3mFrameProvider } from "@reown/appkit-wallet";

type Request = Parameters<W3mFrameProvider["request"]>[0];

interface Client {
  request(request: Request): Promise<unknown>;
}

/**
 * AppKit 1.7.4 opens its dialog shortly after the embedded wallet needs an approval. If the request
 * ends before that, an empty dialog opens. This closes it.
 */
export function closeEndedApprovals(prototype = W3mFrameProvider.prototype as Client): void {
  const send = prototype.request;
  let underWay = 0;
  let opened = false;
  /** Whether the request ended before its dialog opened. */
  let isLate = false;

  ModalController.subscribeKey("open", (isOpen) => {
    if (!isOpen) return;
    opened = true;
    if (isLate) close();
    isLate = false;
  });

  prototype.request = async function (request) {
    if (W3mFrameHelpers.checkIfRequestIsSafe(request)) return await send.call(this, request);
    // The dialog sent the request, so it stays open for its next view.
    const isDialogs = RouterController.state.transactionStack.length > 0;
    if (underWay === 0) opened = ModalController.state.open;
    isLate = false;
    underWay += 1;
    try {
      return await send.call(this, request);
    } finally {
      underWay -= 1;
      if (underWay === 0 && !isDialogs) {
        if (ModalController.state.open) close();
        else isLate = !opened;
      }
    }
  };
}

function close(): void {
  if (RouterController.state.view === "ApproveTransaction") ModalController.close(true);
}
