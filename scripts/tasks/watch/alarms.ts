import type { Notice } from "./notices.ts";

/** What is wrong for now, each said once when it begins and once when it ends. */
export interface Alarms {
  raise(alarm: string, text: string): void;
  /** @param text what is the case in its place */
  clear(alarm: string, text: string): void;
  /** The same, for what may pass by itself: raised if it is so twice in a row. @param text `null` if nothing is wrong */
  watch(alarm: string, text: string | null, cleared: string): void;
  open(): readonly string[];
}

export function createAlarms(show: (notice: Notice) => void, onRaise: () => void): Alarms {
  const open = new Map<string, string>();
  const suspected = new Set<string>();
  const alarms: Alarms = {
    raise(alarm, text) {
      const isNew = !open.has(alarm);
      open.set(alarm, text);
      if (!isNew) return;
      show({ type: "alarm", alarm, text });
      onRaise();
    },
    clear(alarm, text) {
      if (open.delete(alarm)) show({ type: "cleared", alarm, text });
    },
    watch(alarm, text, cleared) {
      if (text === null) {
        suspected.delete(alarm);
        alarms.clear(alarm, cleared);
      } else if (suspected.has(alarm)) alarms.raise(alarm, text);
      else suspected.add(alarm);
    },
    open: () => [...open.values()],
  };
  return alarms;
}
