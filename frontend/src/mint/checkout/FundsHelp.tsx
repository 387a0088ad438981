import { useState } from "react";
import type { Chain } from "../../../../networks.ts";
import { fundsHelp } from "../../domain/words/fee-words.ts";
import { Button } from "../../ui/Button.tsx";

export function FundsHelp({ account, network }: { account: string; network: Chain }) {
  const [word, setWord] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(account);
      setWord(fundsHelp.copied);
    } catch {
      // If copying fails, the visitor can select the address above.
      setWord(fundsHelp.notCopied);
    }
  };
  return (
    <p>
      <span>{fundsHelp.send(network.currency.symbol, network.title)}</span>{" "}
      <span className="hash">{account}</span>{" "}
      <Button variant="link" onClick={() => void copy()}>
        {fundsHelp.copy}
      </Button>{" "}
      <span key={word} aria-live="polite">
        {word}
      </span>
    </p>
  );
}
