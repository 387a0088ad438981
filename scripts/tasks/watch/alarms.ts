import { randomUUID } from "node:crypto";
import { alarmNotice, clearedNotice, type Notice } from "./notices.ts";

/** Reports each alarm once at its start and once at its end. */
export interface Alarms {
  /**
   * Raises the alarm, or clears it.
   * @param problem `null` if nothing is wrong
   */
  set(alarm: string, problem: string | null, cleared: string): void;
  /** Raises the alarm at the second failure in a row. */
  watch(alarm: string, problem: string | null, cleared: string): void;
  open(): readonly string[];
}

export function createAlarms(tell: (notice: Notice) => void, onRaise: () => void): Alarms {
  const open = new Map<string, { readonly id: string; readonly text: string }>();
  const suspected = new Set<string>();
  const set: Alarms["set"] = (alarm, problem, cleared) => {
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
  };
  return {
    set,
    watch(alarm, problem, cleared) {
      const isFirst = problem !== null && !suspected.has(alarm);
      if (problem === null) suspected.delete(alarm);
      else suspected.add(alarm);
      if (!isFirst) set(alarm, problem, cleared);
    },
    open: () => [...open.values()].map(({ text }) => text),
  };
}
