import { type StaticServer, serveStatic } from "../../support/static-server.ts";
import { test as base, expect } from "./fixtures.ts";
import { headersFor } from "./host-headers.ts";

interface Fixtures {
  readonly hosted: Pick<StaticServer, "url" | "requested" | "hold">;
}

export { expect };

export const test = base.extend<Fixtures>({
  hosted: async ({ mainnet: { folder } }, use) => {
    const server = await serveStatic(folder, { headersOf: await headersFor(folder) });
    await use(server);
    await server.close();
  },
});
