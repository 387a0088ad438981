import { useEffect, useRef, useState } from "react";
import type {
  CanHold,
  NameAnswer,
  Recipients,
  TypedRecipient,
} from "../../domain/mint/recipient.ts";
import {
  nameFound,
  nameProblems,
  recipientRefusals,
  recipientWords as words,
} from "../../domain/words/recipient-words.ts";
import { startReading } from "../../platform/start-reading.ts";
import { Button } from "../../ui/Button.tsx";

/** `open`: the text is not an address yet. `name`: the ENS name resolved to an address. */
type RecipientChoice =
  | { readonly kind: "buyer" }
  | { readonly kind: "open" }
  | { readonly kind: "address"; readonly address: string; readonly name: string | null };

const BUYER: RecipientChoice = { kind: "buyer" };

export function useRecipient(buyer: string | null) {
  const [choice, choose] = useState<RecipientChoice>(BUYER);
  const [emptied, setEmptied] = useState(0);
  // Forgets the address, because another account must not buy for it by mistake.
  if (buyer === null && choice !== BUYER) choose(BUYER);
  const clear = () => {
    choose(BUYER);
    setEmptied(emptied + 1);
  };
  return { choice, choose, emptied, clear, recipient: recipientOf(choice, buyer) };
}

interface Props {
  readonly loadRecipients: () => Promise<Recipients>;
  readonly names: boolean;
  readonly disabled: boolean;
  onChoose(choice: RecipientChoice): void;
}

type Reading =
  | TypedRecipient
  | { readonly kind: "notLoaded" }
  | { readonly kind: "looking"; readonly name: string }
  | { readonly kind: "answered"; readonly name: string; readonly answer: NameAnswer };

function useReading(loadRecipients: Props["loadRecipients"], onChoose: Props["onChoose"]) {
  const [reading, setReading] = useState<Reading>({ kind: "empty" });
  const endEarlier = useRef<() => void>(() => undefined);
  useEffect(() => () => endEarlier.current(), []);

  const change = (text: string) => {
    endEarlier.current();
    onChoose(text.trim() === "" ? BUYER : { kind: "open" });
    endEarlier.current = startReading(
      async () => (await loadRecipients()).read(text),
      (next) => {
        setReading(next);
        if (next.kind === "address") onChoose({ ...next, name: null });
      },
      (error) => {
        console.warn("The code for other owners could not be loaded", error);
        setReading({ kind: "notLoaded" });
      },
    );
  };

  const find = () => {
    if (!isNameToFind(reading)) return;
    const { name } = reading;
    endEarlier.current();
    setReading({ kind: "looking", name });
    endEarlier.current = startReading(
      async (signal) => (await loadRecipients()).lookUp(name, signal),
      (answer) => setReading({ kind: "answered", name, answer }),
    );
  };
  return { reading, change, find };
}

/** Only typing fills in this field. A link or stored data never does. */
export function RecipientField({ loadRecipients, names, disabled, onChoose }: Props) {
  const { reading, change, find } = useReading(loadRecipients, onChoose);
  const problem = problemOf(reading);
  const found = foundIn(reading);
  return (
    <details className="recipient note">
      <summary>{words.summary}</summary>
      <div className="recipient-form">
        <label htmlFor="recipient">{names ? words.labelWithNames : words.label}</label>
        {/* A text area, because an address is wider than a phone. */}
        <textarea
          id="recipient"
          rows={2}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={300}
          disabled={disabled}
          aria-describedby="recipient-status"
          aria-invalid={problem !== null || undefined}
          onChange={({ target }) => change(target.value)}
          onKeyDown={(event) => {
            // An input method uses Enter to end a composition.
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            find();
          }}
        />
        {(reading.kind === "looking" || isNameToFind(reading)) && (
          <Button
            variant="link"
            busy={reading.kind === "looking"}
            disabled={disabled}
            onClick={find}
          >
            {words.find}
          </Button>
        )}
        <div id="recipient-status" aria-live="polite">
          {problem !== null && <p className="warning">{problem}</p>}
          {reading.kind === "name" && reading.isGuess && (
            <p>
              <span>{words.isName}</span> <strong>{reading.name}</strong>
            </p>
          )}
          {reading.kind === "looking" && <p>{words.finding}</p>}
          {found !== null && (
            <p key={found.name} className="recipient-owner">
              {nameFound(found.name)} <span className="hash">{found.address}</span>
            </p>
          )}
        </div>
        {found !== null && (
          <Button variant="link" disabled={disabled} onClick={() => onChoose(found)}>
            {words.use}
          </Button>
        )}
      </div>
    </details>
  );
}

function isNameToFind(
  reading: Reading,
): reading is Extract<Reading, { kind: "name" | "answered" }> {
  if (reading.kind === "answered") return reading.answer.kind === "unread";
  return reading.kind === "name";
}

function foundIn(reading: Reading) {
  if (reading.kind !== "answered" || reading.answer.kind !== "found") return null;
  return { kind: "address", address: reading.answer.address, name: reading.name } as const;
}

function problemOf(reading: Reading | NameAnswer): string | null {
  if (reading.kind === "answered") return problemOf(reading.answer);
  if (reading.kind === "refused") return recipientRefusals[reading.reason];
  if (reading.kind === "notLoaded") return words.notLoaded;
  return reading.kind === "unknown" || reading.kind === "unread"
    ? nameProblems[reading.kind]
    : null;
}

interface OwnerProps {
  readonly choice: RecipientChoice;
  readonly buyer: string;
  readonly loadRecipients: () => Promise<Recipients>;
  readonly disabled: boolean;
  onClear(): void;
}

export function RecipientNote({ choice, buyer, loadRecipients, disabled, onClear }: OwnerProps) {
  const recipient = recipientOf(choice, buyer);
  const canHold = useCanHold(recipient, loadRecipients);
  if (choice.kind === "buyer") return null;
  return (
    <div className="recipient-note" aria-live="polite">
      {choice.kind === "open" || recipient === undefined ? (
        <p className="note">{choice.kind === "open" ? words.open : words.own}</p>
      ) : (
        <p key={`${choice.name} ${choice.address}`} className="recipient-owner">
          {words.owner} {choice.name} <strong className="hash">{choice.address}</strong>{" "}
          {words.notYours}
        </p>
      )}
      {canHold === false && <p className="warning">{words.cannotHold}</p>}
      {canHold === null && <p className="note">{words.holdUnread}</p>}
      <Button variant="link" disabled={disabled} onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}

function recipientOf(choice: RecipientChoice, buyer: string | null): string | undefined {
  return choice.kind === "address" && choice.address !== buyer ? choice.address : undefined;
}

function useCanHold(address: string | undefined, loadRecipients: () => Promise<Recipients>) {
  const [known, setKnown] = useState<{ address: string; canHold: CanHold } | null>(null);
  useEffect(() => {
    if (address === undefined) return;
    return startReading(
      async (signal) => (await loadRecipients()).canHold(address, signal),
      (canHold) => setKnown({ address, canHold }),
      () => setKnown({ address, canHold: null }),
    );
  }, [address, loadRecipients]);
  return known !== null && known.address === address ? known.canHold : undefined;
}
