import { Contract } from "ethers";
import { size } from "../../../collection.ts";
import { type Sale, withSale } from "../record/sale.ts";
import { parseAddress } from "../shared/amounts.ts";
import { TaskError, taskAction } from "../shared/task-action.ts";
import { applyOwnerChange } from "./owner-change.ts";

interface SetRendererArguments {
  readonly renderer: string;
  readonly yes: boolean;
}

export default taskAction<SetRendererArguments>(({ renderer: text, yes }, hre) => {
  const renderer = parseAddress("The renderer", text);
  return withSale(hre, async (sale) => {
    const before = await sale.ticket.renderer();
    if (before === renderer) {
      console.log(`The renderer is already ${renderer}. Nothing to do.`);
      return;
    }
    if (await sale.ticket.metadataFrozen()) {
      throw new TaskError("The metadata is frozen: the renderer can't be replaced any more");
    }
    await assertDraws(sale, renderer);
    await applyOwnerChange(
      sale,
      {
        name: "set-renderer",
        title: "Set the contract that draws tickets",
        changes: [["renderer", before, renderer]],
        data: sale.ticket.interface.encodeFunctionData("setRenderer", [renderer]),
        asked: `setRenderer(${renderer})`,
        readBack: async () => [await sale.ticket.renderer()],
      },
      { yes },
    );
  });
});

/** The contract takes any address, and a broken renderer hides every picture. */
async function assertDraws(sale: Sale, address: string): Promise<void> {
  const renderer = new Contract(
    address,
    [
      "function tokenURI(uint256) view returns (string)",
      "function contractURI() view returns (string)",
    ],
    sale.provider,
  );
  try {
    for (const uri of [
      await renderer.getFunction("tokenURI")(1n),
      await renderer.getFunction("tokenURI")(BigInt(size)),
      await renderer.getFunction("contractURI")(),
    ]) {
      if (!String(uri).startsWith("data:application/json")) throw new Error("no JSON");
    }
  } catch {
    throw new TaskError(
      `${address} doesn't draw tickets: tokenURI(1), tokenURI(${size}) and contractURI() must each give a data:application/json URI`,
    );
  }
}
