import type { ReactNode } from "react";

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      className="link"
      href={href}
      title="Opens in a new tab"
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
