import { type ComponentType, lazy, Suspense } from "react";

export interface LazyPart<Props> {
  readonly Part: ComponentType<Props>;
  /** Fetches the part in advance. Rendering it retries, and shows a failure. */
  preload(): void;
}

const PATIENCE_MS = 30_000;

/** An error replaces the part if it fails to load in time. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return {
    Part: lazy(async () => {
      try {
        const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS));
        return { default: await Promise.race([load(), late]) };
      } catch (error) {
        console.warn("Part of this page didn't load", error);
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
      Part of this page didn't load. Reload the page.
    </p>
  );
}

/** A part that can be missing. @param load resolves with `false` to leave it out */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props> | false>,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(async () => ({
    default: (await load()) || (() => null),
  }));
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
