interface Companion {
  hostConnected?(): void;
  hostDisconnected?(): void;
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

/** In Chrome 92, `whenDefined` does not resolve with the class. */
export async function definedElement(name: string): Promise<CustomElementConstructor | undefined> {
  await customElements.whenDefined(name);
  return customElements.get(name);
}

/** Adds a Lit controller to each AppKit element with this name, including elements that are already on the page. */
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

function shownElements(
  elementClass: CustomElementConstructor,
  root: ParentNode = document,
): KitElement[] {
  return [...root.querySelectorAll("*")].flatMap((element) => [
    ...(element instanceof elementClass ? [element as KitElement] : []),
    ...(element.shadowRoot === null ? [] : shownElements(elementClass, element.shadowRoot)),
  ]);
}

export function renderShown(elementClass: CustomElementConstructor): void {
  for (const element of shownElements(elementClass)) element.requestUpdate();
}

export function inside<Found extends HTMLElement>(host: Element, selector: string): Found | null {
  return host.shadowRoot?.querySelector<Found>(selector) ?? null;
}

/** Replaces a method without arguments in all AppKit's elements with this name. */
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
