import path from "node:path";
import { createServer } from "vite";
import { picturesFolder } from "./build/settings/pictures-folder.ts";

interface LocalPictures {
  readonly baseUri: string;
  readonly folder: string | null;
}

/** Serves the page for the local chain, with hot reload. The port must be free. */
export async function serveLocalPage(
  port: number,
  chainUrl: string,
  pictures: LocalPictures | null,
): Promise<void> {
  // Sets the new chain in the environment, because Vite prefers it to `.env` files.
  process.env.VITE_RPC_URLS = chainUrl;
  // An empty variable makes Vite read the new deployment's record instead.
  process.env.VITE_TICKET_ADDRESS = "";
  const plugins = [];
  if (pictures?.folder) {
    const route = pictures.baseUri.replace("ipfs://", "/ipfs/");
    process.env.VITE_PICTURES_URL = `http://localhost:${port}${route}`;
    plugins.push(picturesFolder(route, pictures.folder));
  } else if (pictures?.baseUri.startsWith("https:")) {
    process.env.VITE_PICTURES_URL = pictures.baseUri;
  }
  const server = await createServer({
    root: import.meta.dirname,
    configFile: path.join(import.meta.dirname, "vite.config.ts"),
    mode: "localhost",
    plugins,
    logLevel: "warn",
    clearScreen: false,
    // Binds to the address that every browser uses for `localhost`, because the system may resolve
    // the name differently.
    server: { host: "127.0.0.1", port, strictPort: true },
  });
  await server.listen();
}
