import { name } from "../../../../collection.ts";
import type { Slot } from "./prerendered-slots.ts";

export function FramedNotice() {
  return (
    <main className="framed">
      <h1>{`${name} can't be used inside another site`}</h1>
      <p>
        Another site is showing this page inside its own. It could cover the buttons and make you
        buy something that you don't see, so you can't buy anything here.
      </p>
      <p>
        Open the page itself:{" "}
        <a
          className="link"
          data-slot={"own-address" satisfies Slot}
          href="./"
          target="_blank"
          rel="noopener noreferrer"
        >
          this page
        </a>
      </p>
    </main>
  );
}

export function CopyNotice() {
  return (
    <aside className="copy-notice" aria-label="This is a copy">
      <p>
        <strong>This is a copy of the page, at another address.</strong> Before you connect a wallet
        or buy, go to{" "}
        <a className="link" data-slot={"own-address" satisfies Slot} href="./">
          this page
        </a>
      </p>
    </aside>
  );
}
