import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import { rendererContract } from "../record/renderer-contract.ts";
import type { Plan } from "./plan.ts";

/** The plan that Hardhat Ignition carries out. */
export function ticketModule({ arguments: terms, baseUri, made }: Plan) {
  return buildModule("Ticket", (m) => {
    const { name } = rendererContract(baseUri);
    const renderer =
      made.renderer === null
        ? m.contract(name, baseUri === null ? [] : [baseUri])
        : m.contractAt(name, made.renderer.address);
    const ticket = m.contract("Ticket", [{ ...terms, renderer }]);
    return { renderer, ticket };
  });
}
