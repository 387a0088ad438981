/** The kit's own frame, of its embedded wallet. */
const FRAME_ID = "w3m-iframe";

/** The kit takes a message for one of the frame's if its type contains this. */
const FRAME_MESSAGE = "@w3m-frame/";

let installed = false;

/**
 * Kit 1.7.4 does not check who has sent a message of its embedded wallet's frame: any window that can post to the page, such
 * as the one that opened it, could replace the account. So the kit receives only what its own frame has sent, while it shows
 * the site that the kit has loaded into it. Must be installed before the kit listens.
 */
export function hearOwnFrameOnly(): void {
  if (installed) return;
  installed = true;
  // A capturing listener runs before all others.
  window.addEventListener(
    "message",
    (event) => {
      if (isFrameMessage(event.data) && !isFromFrame(event)) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

function isFrameMessage(data: unknown): boolean {
  const type: unknown = (data as { type?: unknown } | null | undefined)?.type;
  return typeof type === "string" && type.includes(FRAME_MESSAGE);
}

function isFromFrame({ source, origin }: MessageEvent): boolean {
  const frame = document.getElementById(FRAME_ID);
  if (!(frame instanceof HTMLIFrameElement) || frame.contentWindow === null) return false;
  return source === frame.contentWindow && origin === originOf(frame);
}

/** `null` for a frame that the kit has loaded no site into. */
function originOf({ src }: HTMLIFrameElement): string | null {
  try {
    return new URL(src).origin;
  } catch {
    return null;
  }
}
