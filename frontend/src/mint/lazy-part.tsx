import { type ComponentType, lazy } from "react";

export interface LazyPart<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches the part ahead of its need; a failure is met again, and shown, then. */
  preload(): void;
}

/** A part of the page that only those need who are connected. When it can't be loaded, it says so in its place. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return {
    Part: lazy(async () => {
      try {
        return { default: await load() };
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
    <p role="alert" className="wallet-failed">
      A part of this page could not be loaded. Check your connection, then reload the page.
    </p>
  );
}
