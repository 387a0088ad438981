/** The page runs these functions, so each sees only its arguments. */

/** @param rdns the name of the function that sends the wallet's requests */
export function visitorsBrowser(rdns: string, denyStorage: boolean): void {
  const send = (path: string, body: unknown) =>
    fetch(path, { method: "POST", body: JSON.stringify(body), keepalive: true });
  const tell = (what: string) => void send("/test/report", what);
  let isLeft = false;
  addEventListener("beforeunload", () => {
    isLeft = true;
  });
  addEventListener("pageshow", () => {
    isLeft = false;
  });
  addEventListener(
    "error",
    ({ target, message }) => {
      if (message) tell(`error: ${message}`);
      // Firefox fires this event for each request that ends with the page.
      else if (target instanceof HTMLElement && !isLeft) tell(`resource: ${target.outerHTML}`);
    },
    // Captures the event, because a resource's error event does not bubble.
    true,
  );
  addEventListener("unhandledrejection", (event) => tell(`rejection: ${event.reason}`));
  addEventListener("securitypolicyviolation", (event) => {
    tell(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`);
  });
  const { error } = console;
  console.error = (...words) => {
    tell(`console: ${words.join(" ")}`);
    error.apply(console, words);
  };
  addEventListener("pageshow", (event) => {
    if (event.persisted) document.documentElement.dataset.persisted = "true";
  });

  if (denyStorage) {
    for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
    }
  }

  const ask = async (request: unknown) => {
    const response = await send("/test/wallet", request);
    const { events, ...answer } = await response.json();
    for (const { name, detail } of events) dispatchEvent(new CustomEvent(name, { detail }));
    return answer;
  };
  Object.assign(window, { [rdns]: ask });
}

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** @param name the start of the element's text @returns where a visitor can click it, or why none can */
export function placeOf(selector: string, name: string): Place | string {
  const all = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      element,
      ...(element.shadowRoot === null ? [] : all(element.shadowRoot)),
    ]);
  const named = all(document).filter(
    (element) =>
      element.matches(selector) &&
      (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().startsWith(name),
  );
  const [element] = named.filter((one) => one.getClientRects().length > 0);
  if (element === undefined) return `${named.length} are named ${name}, none of them visible`;
  if (element.matches(":disabled")) return `${name} is disabled`;
  const shown = element.getBoundingClientRect();
  if (shown.top < 0 || shown.bottom > innerHeight) element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  for (let at: Node | null = hit; at !== null; ) {
    if (at === element) return { x, y };
    at = at instanceof ShadowRoot ? at.host : at.parentNode;
  }
  return `${name} is covered by ${hit?.outerHTML.slice(0, 80)}`;
}

export function visibleText(): string {
  const shown = document.querySelector("main") ?? document.body;
  return (shown?.innerText ?? "").replaceAll(/\s+/g, " ");
}
