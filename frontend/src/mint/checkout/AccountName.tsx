import { useEffect, useState } from "react";

/** @returns the name of an account; `null` if it has none */
export type ReadAccountName = (account: string, signal: AbortSignal) => Promise<string | null>;

interface Props {
  readonly account: string;
  readonly readName: ReadAccountName;
}

/** The account's name beside its address, once the chain has told it. What can't be read is left out: the address is enough. */
export function AccountName({ account, readName }: Props) {
  const [name, setName] = useState<string | null>(null);
  useEffect(() => {
    const reading = new AbortController();
    readName(account, reading.signal).then(setName, () => undefined);
    return () => reading.abort();
  }, [account, readName]);
  if (name === null) return null;
  // The address follows, in a line of its own to the eye alone.
  return (
    <>
      <span className="account-name">{name}</span>{" "}
    </>
  );
}
