interface Controller {
  hostConnected?(): void;
  hostDisconnected?(): void;
  hostUpdated?(): void;
}

type Initializer = (element: HTMLElement) => void;

export function defineElement(name: string) {
  const initializers: Initializer[] = [];

  class KitElement extends HTMLElement {
    readonly root = this.attachShadow({ mode: "open" });
    readonly #controllers: Controller[] = [];
    #connected = false;
    hasUpdated = false;

    constructor() {
      super();
      for (const initialize of initializers) initialize(this);
    }

    static addInitializer(initializer: Initializer): void {
      initializers.push(initializer);
    }

    addController(controller: Controller): void {
      this.#controllers.push(controller);
      if (this.#connected) controller.hostConnected?.();
    }

    connectedCallback(): void {
      this.#connected = true;
      for (const controller of this.#controllers) controller.hostConnected?.();
    }

    disconnectedCallback(): void {
      this.#connected = false;
      for (const controller of this.#controllers) controller.hostDisconnected?.();
    }

    /** Renders at once, unlike Lit. */
    requestUpdate(): void {
      this.rendered();
    }

    rendered(): void {
      this.hasUpdated = true;
      for (const controller of this.#controllers) controller.hostUpdated?.();
    }
  }

  customElements.define(name, KitElement);
  return KitElement;
}
