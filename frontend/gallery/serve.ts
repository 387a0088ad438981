import path from "node:path";
import react from "@vitejs/plugin-react";
import { createServer, type ViteDevServer } from "vite";

/** Serves the gallery alone: it needs no chain, no deployment and no settings. */
export async function serveGallery(port: number): Promise<ViteDevServer> {
  const server = await createServer({
    root: path.resolve(import.meta.dirname, ".."),
    configFile: false,
    // Not the port of a development server that may run in parallel.
    cacheDir: "node_modules/.vite-gallery",
    plugins: [react()],
    // Listed in advance: otherwise Vite reloads the first page when it discovers them.
    optimizeDeps: {
      noDiscovery: true,
      include: ["react", "react/jsx-dev-runtime", "react-dom", "react-dom/client"],
    },
    logLevel: "warn",
    server: { host: "127.0.0.1", port, strictPort: true, hmr: false, watch: null },
  });
  return await server.listen();
}
