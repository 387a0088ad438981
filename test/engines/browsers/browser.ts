export interface Setup {
  /** Inner size in pixels. A browser's minimum width may be larger. */
  readonly size: { readonly width: number; readonly height: number };
  readonly letters?: number;
  readonly dark?: boolean;
  readonly storageDenied?: boolean;
}

export type Key = "Tab" | "Enter" | "Escape" | "ArrowUp" | "ArrowDown" | "Backspace" | "End";

/** A tab whose keys and clicks come from the browser, like a visitor's. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  evaluate<Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** @param at in pixels of the window's content */
  click(at: { readonly x: number; readonly y: number }): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
}

export interface Browser {
  readonly name: string;
  readonly errors: readonly string[];
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  open(setup: Setup): Promise<Browser>;
}
