import type { ComponentProps } from "react";

interface Props extends ComponentProps<"button"> {
  readonly variant?: "primary" | "quiet" | "link";
  /** A busy button ignores clicks, but keeps its name and focus. */
  readonly busy?: boolean;
}

export function Button({ variant = "primary", busy = false, onClick, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={`button button-${variant}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      <span>{children}</span>
    </button>
  );
}
