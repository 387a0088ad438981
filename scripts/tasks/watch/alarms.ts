import { randomUUID } from "node:crypto";
import { alarmNotice, clearedNotice, type Notice } from "./notices.ts";

export type Alarms = ReturnType<typeof createAlarms>;

/** Reports each alarm once at its start and once at its end. */
export function createAlarms(tell: (notice: Notice) => void, onRaise: () => void) {
  const open = new Map<string, { readonly id: string; readonly text: string }>();
  const suspected = new Set<string>();

  /**
   * Raises the alarm, or clears it.
   * @param problem `null` if nothing is wrong
   */
  function set(alarm: string, problem: string | null, cleared: string): void {
    const known = open.get(alarm);
    if (problem === null) {
      open.delete(alarm);
      if (known !== undefined) tell(clearedNotice(known.id, alarm, cleared));
      return;
    }
    const id = known?.id ?? randomUUID();
    open.set(alarm, { id, text: problem });
    if (known !== undefined) return;
    tell(alarmNotice(id, alarm, problem));
    onRaise();
  }

  /** Raises the alarm at the second failure in a row. */
  function watch(alarm: string, problem: string | null, cleared: string): void {
    const isFirst = problem !== null && !suspected.has(alarm);
    if (problem === null) suspected.delete(alarm);
    else suspected.add(alarm);
    if (!isFirst) set(alarm, problem, cleared);
  }

  return { set, watch, open: () => [...open.values()].map(({ text }) => text) };
}
