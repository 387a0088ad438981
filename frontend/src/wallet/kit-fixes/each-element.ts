/** What every Lit element takes: it is told of the element's life. */
interface Companion {
  hostConnected?(): void;
  hostDisconnected?(): void;
  /** After each rendering. */
  hostUpdated?(): void;
}

interface KitElement extends HTMLElement {
  addController(companion: Companion): void;
}

type KitElementClass = CustomElementConstructor & {
  addInitializer(initializer: (element: KitElement) => void): void;
};

/** The element's class, once it is there. In Chrome 92, `whenDefined` does not resolve with it. */
export async function definedElement(name: string): Promise<CustomElementConstructor | undefined> {
  await customElements.whenDefined(name);
  return customElements.get(name);
}

/** Gives each element of the kit with this name its own companion. The kit defines some of them when it shows them. */
export async function onEachElement<Own extends HTMLElement>(
  name: string,
  companionOf: (element: Own) => Companion,
): Promise<void> {
  const elementClass = (await definedElement(name)) as KitElementClass;
  elementClass.addInitializer((element) => {
    element.addController(companionOf(element as unknown as Own));
  });
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
  const elementClass = await definedElement(name);
  const { prototype } = elementClass as unknown as {
    prototype: Record<string, (this: Own) => unknown>;
  };
  const kits = prototype[method];
  prototype[method] = function () {
    return replacement(this, () => kits?.call(this));
  };
}
