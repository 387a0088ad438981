import path from "node:path";
import { createServer, type ViteDevServer } from "vite";

/** Serves the page for the local chain, with hot reload. The port must be free. */
export async function serveLocalPage(port: number, chainUrl: string): Promise<ViteDevServer> {
  // In Vite the environment takes precedence over `.env` files, so the page reads the chain that was just started.
  process.env.VITE_RPC_URLS = chainUrl;
  // Empty counts as absent: the page reads the record of the new deployment.
  process.env.VITE_TICKET_ADDRESS = "";
  const server = await createServer({
    root: import.meta.dirname,
    configFile: path.join(import.meta.dirname, "vite.config.ts"),
    mode: "localhost",
    logLevel: "warn",
    clearScreen: false,
    // Every browser resolves `localhost` to this; the name would bind to the address that the system lists first.
    server: { host: "127.0.0.1", port, strictPort: true },
  });
  return await server.listen();
}
