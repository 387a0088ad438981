import { useEffect, useState } from "react";
import { startReading } from "../../platform/start-reading.ts";

/** @returns the name of an account; `null` if it has none */
export type ReadAccountName = (account: string, signal: AbortSignal) => Promise<string | null>;

interface Props {
  readonly account: string;
  readonly readName: ReadAccountName;
}

/** Left out if it can't be read. */
export function AccountName({ account, readName }: Props) {
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
