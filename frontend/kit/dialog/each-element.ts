/** The callbacks that Lit calls through an element's life. */
interface Companion {
  hostConnected?(): void;
  hostDisconnected?(): void;
  /** Called after each rendering. */
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

/** The element's class, once it is defined. In Chrome 92, `whenDefined` resolves without it. */
export async function definedElement(name: string): Promise<CustomElementConstructor | undefined> {
  await customElements.whenDefined(name);
  return customElements.get(name);
}

/**
 * Gives each of the kit's elements with this name its own companion. The kit defines some elements only when it shows
 * them. On a slow device an element may be visible before this runs.
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

/** The elements of a class that are already in the page, in shadow trees too. */
function shownElements(
  elementClass: CustomElementConstructor,
  root: ParentNode = document,
): KitElement[] {
  return [...root.querySelectorAll("*")].flatMap((element) => [
    ...(element instanceof elementClass ? [element as KitElement] : []),
    ...(element.shadowRoot === null ? [] : shownElements(elementClass, element.shadowRoot)),
  ]);
}

/** Renders a class's elements in the page again, for example after a method was replaced. */
export function renderShown(elementClass: CustomElementConstructor): void {
  for (const element of shownElements(elementClass)) element.requestUpdate();
}

/** The first match of the selector in the host's shadow tree. */
export function inside<Found extends HTMLElement>(host: Element, selector: string): Found | null {
  return host.shadowRoot?.querySelector<Found>(selector) ?? null;
}

/**
 * Replaces a method of all the kit's elements with this name. The replacement can still call the kit's own method,
 * which takes no arguments.
 */
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
