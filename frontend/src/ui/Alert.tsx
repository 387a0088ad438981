import type { ReactNode } from "react";
import { Button } from "./Button.tsx";

interface Props {
  readonly children: ReactNode;
  onDismiss?(): void;
}

/** Something went wrong: announced at once, and gone when it has been read. */
export function ErrorAlert({ children, onDismiss }: Props) {
  return (
    <div className="alert alert-error">
      <div role="alert" className="alert-body">
        {children}
      </div>
      {onDismiss && (
        <Button variant="quiet" aria-label="Dismiss" onClick={onDismiss}>
          ×
        </Button>
      )}
    </div>
  );
}

/** Something went well: announced when the reader has a moment. */
export function SuccessAlert({ children }: Pick<Props, "children">) {
  return (
    <div role="status" className="alert alert-success">
      {children}
    </div>
  );
}
