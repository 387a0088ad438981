import { useEffect, useState } from "react";
import type { MintState } from "../../domain/mint/mint-state.ts";
import { startReading } from "../../platform/start-reading.ts";
import { Button } from "../../ui/Button.tsx";

export type ReadAccountName = (account: string, signal: AbortSignal) => Promise<string | null>;

interface Props {
  readonly account: string;
  readonly state: MintState;
  readonly readName: ReadAccountName | null;
  onShow(): void;
}

export function Account({ account, state, readName, onShow }: Props) {
  // The wallet no longer shows the account to this page.
  const isLocked = state.step === "failed" && state.failure.reason === "notConnected";
  return (
    <p className="note wallet-account">
      <span>
        <span>{isLocked ? "Locked in your wallet:" : "Connected as"}</span>{" "}
        {readName && <AccountName key={account} {...{ account, readName }} />}
        <span className="hash">{account}</span>
      </span>
      <Button variant="link" onClick={onShow}>
        Manage wallet
      </Button>
    </p>
  );
}

function AccountName({ account, readName }: { account: string; readName: ReadAccountName }) {
  const [name, setName] = useState<string | null>(null);
  useEffect(
    () => startReading((signal) => readName(account, signal), setName),
    [account, readName],
  );
  if (name === null) return null;
  return (
    <>
      <span className="account-name">{name}</span>{" "}
    </>
  );
}
