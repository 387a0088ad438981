import * as Plot from "@observablehq/plot";
import { formatEther } from "ethers";
import { JSDOM } from "jsdom";
import type { Figures, Sales } from "./figures.ts";

/**
 * A chart as SVG, drawn for wide and for narrow screens: letters that shrink with a chart can't be read. Each function
 * gives `null` for what a chart says nothing of: one bar alone, or a line with one step.
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
/** Below the axis: ticks of two lines, or one and the axis's label. */
const BELOW = 45;
const BAR = "var(--bar)";
const LINE = "var(--second)";

export function salesOverTime({ intervals }: Sales, words: string): Chart | null {
  if (intervals.length < 2) return null;
  return drawn(words, ({ ticks }) => ({
    x: { type: "utc", label: null, ticks },
    y: { label: "tickets", grid: true, ticks: 5 },
    marks: [
      Plot.rectY([...intervals], { x1: "from", x2: "to", y: "tickets", fill: BAR }),
      Plot.ruleY([0]),
    ],
  }));
}

export function revenue(
  { time, currency, withdrawals: known }: Figures,
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
  return drawn(words, ({ ticks }) => ({
    x: { type: "utc", label: null, ticks },
    y: { label: currency.symbol, grid: true, ticks: 5 },
    marks: [
      Plot.lineY(paid, { x: "time", y: "sum", stroke: BAR, strokeWidth: 2, curve: "step-after" }),
      ...(known === null
        ? []
        : [
            Plot.lineY(withdrawn, {
              ...{ x: "time", y: "sum", stroke: LINE, strokeWidth: 2 },
              ...{ strokeDasharray: "6 4", curve: "step-after" },
            }),
          ]),
      Plot.ruleY([0]),
    ],
  }));
}

/** A step for each point is more than a line of this width can show. */
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

/** For a place on an axis, not for a figure. */
function coins(wei: bigint): number {
  return Number(formatEther(wei));
}

/** One for all: a document of its own for each chart takes as long as the chart. */
const { document } = new JSDOM("").window;

function drawn(words: string, options: (size: Size) => Plot.PlotOptions): Chart {
  const svg = (size: Size) => {
    const chart = Plot.plot({
      document: document as never,
      width: size.width,
      height: HEIGHT,
      marginLeft: 50,
      marginBottom: BELOW,
      ariaLabel: words,
      style: { fontSize: "12px", background: "none", overflow: "visible" } as never,
      ...options(size),
    });
    chart.setAttribute("role", "img");
    // A label needs a role, and a picture has one name.
    for (const part of chart.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
    return chart.outerHTML;
  };
  return { wide: svg(WIDE), narrow: svg(NARROW) };
}
