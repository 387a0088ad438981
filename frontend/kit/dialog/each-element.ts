/** What every Lit element takes: it is told of the element's life. */
interface Companion {
  hostConnected?(): void;
  hostDisconnected?(): void;
  /** After each rendering. */
  hostUpdated?(): void;
}

interface KitElement extends HTMLElement {
  readonly hasUpdated: boolean;
  addController(companion: Companion): void;
  requestUpdate(): void;
}

type KitElementClass = CustomElementConstructor & {
  addInitializer(initializer: (element: KitElement) => unknown): void;
};

/** The element's class, once it is there. In Chrome 92, `whenDefined` does not resolve with it. */
export async function definedElement(name: string): Promise<CustomElementConstructor | undefined> {
  await customElements.whenDefined(name);
  return customElements.get(name);
}

/**
 * Gives each element of the kit with this name its own companion. The kit defines some of them when it shows them, and on a
 * slow device one may be shown before this runs.
 */
export async function onEachElement<Own extends HTMLElement>(
  name: string,
  companionOf: (element: Own) => Companion,
): Promise<void> {
  const elementClass = (await definedElement(name)) as KitElementClass;
  const accompany = (element: KitElement) => {
    const companion = companionOf(element as unknown as Own);
    element.addController(companion);
    return companion;
  };
  elementClass.addInitializer(accompany);
  for (const element of shownElements(elementClass)) {
    const companion = accompany(element);
    if (element.hasUpdated) companion.hostUpdated?.();
  }
}

/** Those of a class that are in the page already, in shadow trees too. */
function shownElements(
  elementClass: CustomElementConstructor,
  root: ParentNode = document,
): KitElement[] {
  return [...root.querySelectorAll("*")].flatMap((element) => [
    ...(element instanceof elementClass ? [element as KitElement] : []),
    ...(element.shadowRoot === null ? [] : shownElements(elementClass, element.shadowRoot)),
  ]);
}

/** Renders those of a class again that are in the page already, as after a method of theirs was replaced. */
export function renderShown(elementClass: CustomElementConstructor): void {
  for (const element of shownElements(elementClass)) element.requestUpdate();
}

/** The first element that the selector matches in another's shadow tree. */
export function inside<Found extends HTMLElement>(host: Element, selector: string): Found | null {
  return host.shadowRoot?.querySelector<Found>(selector) ?? null;
}

/** Replaces a method without arguments of all elements of the kit with this name. The kit's own can still be called. */
export async function replaceMethod<Own extends HTMLElement>(
  name: string,
  method: string,
  replacement: (element: Own, kits: () => unknown) => unknown,
): Promise<void> {
  const elementClass = (await definedElement(name)) as CustomElementConstructor;
  const { prototype } = elementClass as unknown as {
    prototype: Record<string, (this: Own) => unknown>;
  };
  const kits = prototype[method];
  prototype[method] = function () {
    return replacement(this, () => kits?.call(this));
  };
  renderShown(elementClass);
}
