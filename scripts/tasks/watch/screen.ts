import { visibleText } from "../cli/visible-text.ts";
import type { Sale } from "../record/sale.ts";
import { type Notice, noticeJson, noticeLine } from "./notices.ts";

export interface Screen {
  show(notice: Notice): void;
  board(text: string): void;
  close(): void;
}

/**
 * Shows a board below the lines in a terminal, in red unless `NO_COLOR` is set. Without a terminal,
 * prints lines or JSON objects.
 */
export function createScreen(sale: Sale, json: boolean): Screen {
  const { stdout, env } = process;
  if (json || !stdout.isTTY || env.TERM === "dumb") {
    const line = (notice: Notice) =>
      json ? JSON.stringify(noticeJson(sale, notice, new Date())) : noticeLine(notice, new Date());
    return { show: (notice) => console.log(line(notice)), board: () => {}, close: () => {} };
  }
  return terminalScreen(!env.NO_COLOR);
}

const RED = "\u001b[31m";
const PLAIN = "\u001b[39m";
/** ANSI: moves up that many lines, and clears the rest. */
const backOver = (lines: number) => (lines === 0 ? "" : `\u001b[${lines}F\u001b[J`);

function terminalScreen(inColour: boolean): Screen {
  const { stdout } = process;
  const { error } = console;
  const red = (text: string) => (inColour ? `${RED}${text}${PLAIN}` : text);
  let shown: readonly string[] = [];

  const rows = () => {
    const width = Math.max(1, stdout.columns || 80);
    return shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
  };
  const draw = (above: string) => {
    const below = shown.map((line) => `${line.startsWith("ALARM") ? red(line) : line}\n`).join("");
    stdout.write(`${backOver(rowsDrawn)}${above}${below}`);
    rowsDrawn = rows();
  };
  let rowsDrawn = 0;
  // Lines on standard error would break the board.
  console.error = (...values: unknown[]) => draw(`${visibleText(values.map(String).join(" "))}\n`);

  return {
    show(notice) {
      if (notice.type === "figures") return;
      const line = visibleText(noticeLine(notice, new Date()));
      draw(`${notice.isRed ? red(line) : line}\n`);
    },
    board(text) {
      shown = visibleText(text).split("\n");
      draw("");
    },
    close() {
      console.error = error;
    },
  };
}
