import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { grouped } from "../cli/amounts.ts";
import { type TaskAction, TaskError } from "../cli/task.ts";
import { typedPath } from "../cli/typed-path.ts";
import { shownInput } from "../cli/visible-text.ts";
import { withSale } from "../record/sale.ts";
import { readDashboardFigures } from "./dashboard-figures.ts";
import { dashboardPage } from "./dashboard-page.ts";

export default (async ({ out: typed }, hre) => {
  const out = typed === undefined ? undefined : typedPath(typed, hre.config.paths.root);
  if (out !== undefined) await assertWritable(out);
  await withSale(hre, async (sale) => {
    const figures = await readDashboardFigures(sale);
    const file = out ?? `dashboard-${sale.network}.html`;
    const page = dashboardPage(figures);
    await writeFile(file, page);
    console.log(
      `Wrote ${file}: ${grouped(Buffer.byteLength(page))} bytes, of block ${figures.block}${figures.sales === null ? "" : ", reconciled with the contract's counters"}.`,
    );
  });
}) satisfies TaskAction<{ readonly out: string | undefined }>;

/** Fails early if the file can't be written, because the reads take a minute. */
async function assertWritable(file: string): Promise<void> {
  if (!/\.html?$/i.test(file)) {
    throw new TaskError(
      `--out must name an HTML file, for example dashboard.html: ${shownInput(file)}`,
    );
  }
  const folder = await stat(path.dirname(file)).catch(() => null);
  if (folder?.isDirectory() !== true) {
    throw new TaskError(`The folder of --out does not exist: ${shownInput(path.dirname(file))}`);
  }
}
