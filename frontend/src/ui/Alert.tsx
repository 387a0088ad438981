import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

interface Props {
  readonly children: ReactNode;
  onDismiss(): void;
}

export function ErrorAlert({ children, onDismiss }: Props) {
  return (
    <div className="alert alert-error">
      <div role="alert" className="alert-body">
        {children}
      </div>
      <Button variant="quiet" aria-label="Dismiss" onClick={onDismiss}>
        ×
      </Button>
    </div>
  );
}

/** A polite live region. Screen readers read later content separately. */
export function SuccessAlert({ children }: Pick<Props, "children">) {
  return (
    <div role="status" aria-atomic="false" className="alert alert-success">
      {children}
    </div>
  );
}
