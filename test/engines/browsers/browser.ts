/** What a browser is started with, as its user has set it up. */
export interface Setup {
  /** Of the window's content, in pixels; a browser may have a larger smallest width. */
  readonly size: { readonly width: number; readonly height: number };
  /** The standard size of letters, in pixels: 16 unless the user says otherwise. */
  readonly letters?: number;
  readonly dark?: boolean;
  /** All cookies and other storage are blocked. */
  readonly storageDenied?: boolean;
}

export type Key = "Tab" | "Enter" | "Escape" | "ArrowUp" | "ArrowDown" | "Backspace" | "End";

/** A tab, by what each engine's driver can do: keys and clicks come from the browser, as a visitor's do. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page. It sees nothing but its arguments. */
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
  /** With its version. */
  readonly name: string;
  /** Where the browser itself tells of errors: what it wrote so far. */
  readonly errors: readonly string[];
  newTab(): Promise<Tab>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  open(setup: Setup): Promise<Browser>;
}
