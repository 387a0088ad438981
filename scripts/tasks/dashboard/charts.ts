import * as Plot from "@observablehq/plot";
import { formatEther } from "ethers";
import { JSDOM } from "jsdom";
import type { DashboardFigures, Sales } from "./dashboard-figures.ts";

/**
 * A wide and a narrow picture, because scaling would make the letters too small. `null` for one
 * bar, or for a line with one step.
 */
export interface Chart {
  readonly wide: string;
  readonly narrow: string;
}

interface Size {
  readonly width: number;
  readonly ticks: number;
}

const WIDE: Size = { width: 720, ticks: 8 };
const NARROW: Size = { width: 270, ticks: 3 };
const HEIGHT = 250;
const BELOW = 45;
const BAR = "var(--bar)";
const LINE = "var(--second)";

export function salesOverTime({ intervals }: Sales, words: string): Chart | null {
  if (intervals.length < 2) return null;
  return drawn(words, "tickets", [
    Plot.rectY([...intervals], { x1: "from", x2: "to", y: "tickets", fill: BAR }),
  ]);
}

export function revenue(
  { time, currency, withdrawals: known }: DashboardFigures,
  { payments }: Sales,
  words: string,
): Chart | null {
  const withdrawals = known ?? [];
  if (payments.length + withdrawals.length < 2) return null;
  const paid = running(
    payments.map((one) => ({ time: one.time, wei: one.paid })),
    time,
  );
  const withdrawn = running(
    withdrawals.map((one) => ({ time: one.time, wei: one.amount })),
    time,
    payments[0]?.time,
  );
  const line = { x: "time", y: "sum", strokeWidth: 2, curve: "step-after" } as const;
  const dashed = { ...line, stroke: LINE, strokeDasharray: "6 4" };
  return drawn(words, currency.symbol, [
    Plot.lineY(paid, { ...line, stroke: BAR }),
    ...(known === null ? [] : [Plot.lineY(withdrawn, dashed)]),
  ]);
}

const MOST_STEPS = 300;

function running(
  payments: readonly { readonly time: Date; readonly wei: bigint }[],
  until: Date,
  since?: Date,
): { readonly time: Date; readonly sum: number }[] {
  let sum = 0n;
  const steps = payments.map(({ time, wei }) => {
    sum += wei;
    return { time, sum: coins(sum) };
  });
  const every = Math.ceil(steps.length / MOST_STEPS);
  const kept = steps.filter((_, i) => i % every === 0 || i === steps.length - 1);
  const start = since === undefined ? [] : [{ time: since, sum: 0 }];
  return [...start, ...kept, { time: until, sum: coins(sum) }];
}

function coins(wei: bigint): number {
  return Number(formatEther(wei));
}

/** All charts share this document, because creating one takes as long as drawing a chart. */
const { document } = new JSDOM("").window;

function drawn(words: string, unit: string, marks: readonly Plot.Markish[]): Chart {
  const svg = (size: Size) => {
    const chart = Plot.plot({
      document: document as never,
      width: size.width,
      height: HEIGHT,
      marginLeft: 50,
      marginBottom: BELOW,
      ariaLabel: words,
      style: { fontSize: "12px", background: "none", overflow: "visible" } as never,
      x: { type: "utc", label: null, ticks: size.ticks },
      y: { label: unit, grid: true, ticks: 5 },
      marks: [...marks, Plot.ruleY([0])],
    });
    chart.setAttribute("role", "img");
    // Removes the aria-label, because it requires a role, and the picture already has a name.
    for (const part of chart.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
    return chart.outerHTML;
  };
  return { wide: svg(WIDE), narrow: svg(NARROW) };
}
