import { randomUUID } from "node:crypto";
import type { AlarmNotice } from "./notices.ts";

export interface OpenAlarm {
  readonly id: string;
  readonly alarm: string;
}

/** Reports each alarm once at its start and once at its end. */
export interface Alarms {
  raise(alarm: string, text: string): void;
  clear(alarm: string, text: string): void;
  /**
   * Raises the alarm at the second failure in a row.
   * @param text `null` if nothing is wrong
   */
  watch(alarm: string, text: string | null, cleared: string): void;
  open(): readonly string[];
}

export function createAlarms(tell: (notice: AlarmNotice) => void, onRaise: () => void): Alarms {
  const open = new Map<string, { readonly id: string; readonly text: string }>();
  const suspected = new Set<string>();
  const alarms: Alarms = {
    raise(alarm, text) {
      const known = open.get(alarm);
      const id = known?.id ?? randomUUID();
      open.set(alarm, { id, text });
      if (known !== undefined) return;
      tell({ type: "alarm", id, alarm, text });
      onRaise();
    },
    clear(alarm, text) {
      const known = open.get(alarm);
      if (known === undefined) return;
      open.delete(alarm);
      tell(clearedNotice({ id: known.id, alarm }, text));
    },
    watch(alarm, text, cleared) {
      if (text === null) {
        suspected.delete(alarm);
        alarms.clear(alarm, cleared);
      } else if (suspected.has(alarm)) alarms.raise(alarm, text);
      else suspected.add(alarm);
    },
    open: () => [...open.values()].map(({ text }) => text),
  };
  return alarms;
}

export function clearedNotice({ id, alarm }: OpenAlarm, text: string): AlarmNotice {
  return { type: "cleared", id: `${id}-cleared`, raised: id, alarm, text };
}
