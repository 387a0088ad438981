import { type ComponentType, lazy } from "react";

export interface LazyPart<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches the part ahead of its need; a failure is met again, and shown, then. */
  preload(): void;
}

/** As long as a spinner may turn in its place. */
const PATIENCE_MS = 30_000;

/**
 * A part of the page that only those need who are connected. When it can't be loaded, or never comes, it says so in its
 * place.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return {
    Part: lazy(async () => {
      try {
        const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
        return { default: await Promise.race([load(), late]) };
      } catch (error) {
        console.warn("A part of this page could not be loaded", error);
        return { default: NotLoaded };
      }
    }) as ComponentType<Props>,
    preload: () => {
      load().catch(() => undefined);
    },
  };
}

function NotLoaded() {
  return (
    <p role="alert" className="warning">
      A part of this page could not be loaded. Check your connection, then reload the page.
    </p>
  );
}
