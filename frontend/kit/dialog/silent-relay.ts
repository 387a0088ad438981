import { inside, onEachElement, replaceMethod } from "./each-element.ts";

export interface SilenceWords {
  readonly noAnswer: string;
  readonly retry: string;
}

const VIEW = "w3m-connecting-wc-qrcode";

/** If the relay answers, the code appears some 0.2 s after the press. */
const SILENT_AFTER_MS = 8_000;

interface View extends HTMLElement {
  readonly uri?: string;
  requestUpdate(): void;
}

/**
 * If the relay is silent, AppKit 1.7.4 leaves the QR code's place empty for 40 s or more, and then
 * goes back. This shows a message there, and lets the visitor try again.
 */
export async function tellOfSilentRelay(words: SilenceWords, retry: () => void): Promise<void> {
  const notices = new WeakMap<View, HTMLElement>();
  await onEachElement<View>(VIEW, (view) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      notices.delete(view);
      timer = setTimeout(() => {
        const notice = noticeOf(words, () => {
          retry();
          wait();
        });
        notices.set(view, notice);
        view.requestUpdate();
      }, SILENT_AFTER_MS);
      view.requestUpdate();
    };
    return {
      hostConnected: wait,
      hostDisconnected: () => clearTimeout(timer),
      hostUpdated() {
        if (view.uri) clearTimeout(timer);
        const silent = !view.uri && notices.has(view);
        const place = inside(view, "wui-shimmer");
        if (place !== null) {
          place.style.animation = silent ? "none" : "";
          place.style.display = silent ? "grid" : "";
        }
        // AppKit's caption: "Scan this QR Code with your phone".
        const caption = inside(view, "wui-shimmer + wui-text");
        if (caption !== null) caption.style.visibility = silent ? "hidden" : "";
      },
    };
  });
  await replaceMethod<View>(
    VIEW,
    "qrCodeTemplate",
    (view, code) => (view.uri ? null : notices.get(view)) ?? code(),
  );
}

function noticeOf({ noAnswer, retry }: SilenceWords, onRetry: () => void): HTMLElement {
  const notice = document.createElement("div");
  notice.setAttribute("role", "alert");
  notice.style.cssText =
    "display: grid; gap: 16px; place-content: center; justify-items: center; padding: 24px; text-align: center";
  const text = element("wui-text", { variant: "paragraph-500", color: "fg-100", align: "center" });
  text.textContent = noAnswer;
  const button = element("wui-button", { variant: "accent", size: "md" });
  button.textContent = retry;
  button.addEventListener("click", onRetry);
  notice.append(text, button);
  return notice;
}

function element(name: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    created.setAttribute(attribute, value);
  }
  return created;
}
