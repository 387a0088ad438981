import { randomUUID } from "node:crypto";
import type { AlarmNotice } from "./notices.ts";

/** An alarm that was raised and not cleared. */
export interface OpenAlarm {
  readonly id: string;
  readonly alarm: string;
}

/** Each alarm is told once when it begins and once when it ends. */
export interface Alarms {
  raise(alarm: string, text: string): void;
  /** @param text what is the case in its place */
  clear(alarm: string, text: string): void;
  /** The same, for what may pass by itself: raised if it is so twice in a row. @param text `null` if nothing is wrong */
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

/** Its own id follows from the alarm's: the same one each time it is told. */
export function clearedNotice({ id, alarm }: OpenAlarm, text: string): AlarmNotice {
  return { type: "cleared", id: `${id}-cleared`, raised: id, alarm, text };
}
