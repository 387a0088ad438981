import type { Sale } from "../../../scripts/tasks/record/sale.ts";

export function fakeSale(
  parts: Partial<Omit<Sale, "record" | "ticket" | "hre" | "provider">> & {
    record?: Partial<Sale["record"]>;
    ticket?: object;
    hre?: object;
  },
): Sale {
  return { network: "rehearsal", live: false, ...parts } as unknown as Sale;
}
