import path from "node:path";
import { createServer } from "vite";
import { picturesFolder } from "./build/settings/pictures-folder.ts";

/** The pictures of a folder renderer: what the contract names, and where on this machine they are, if they are. */
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
  // In Vite the environment takes precedence over `.env` files, so the page reads the chain that was just started.
  process.env.VITE_RPC_URLS = chainUrl;
  // Empty counts as absent: the page reads the record of the new deployment.
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
    // Every browser resolves `localhost` to this; the name would bind to the address that the system lists first.
    server: { host: "127.0.0.1", port, strictPort: true },
  });
  await server.listen();
}
