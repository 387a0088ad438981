import { spawnSync } from "node:child_process";
import { chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, run } from "./process.ts";
import { type HeadersOf, serveStatic } from "./static-server.ts";

export interface ExampleHost {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts nginx if it is installed. Otherwise starts a small server that sends the documented
 * headers.
 */
export async function serveByExample(lines: string, folder: string): Promise<ExampleHost> {
  const isInstalled = spawnSync("nginx", ["-v"]).status === 0;
  return isInstalled
    ? await byNginx(lines, folder)
    : await serveStatic(folder, { headersOf: readHeaders(lines) });
}

async function byNginx(lines: string, folder: string): Promise<ExampleHost> {
  const port = await freePort();
  const home = await mkdtemp(path.join(tmpdir(), "nginx-"));
  // nginx's workers run as another user if root starts it.
  await chmod(home, 0o755);
  await cp(folder, path.join(home, "site"), { recursive: true });
  await chmod(path.join(home, "site"), 0o755);
  const http = replace(
    replace(lines, "/var/www/mint", path.join(home, "site")),
    "listen 80",
    `listen 127.0.0.1:${port}`,
  );
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${path.join(home, kind)};`)
    .join(" ");
  await writeFile(
    path.join(home, "nginx.conf"),
    `pid ${path.join(home, "pid")}; error_log stderr notice; events {}
    http { access_log off; ${temporary} types { text/html html; text/javascript js; image/svg+xml svg; image/png png; }
    ${http} }`,
  );
  const file = path.join(home, "nginx.conf");
  const nginx = run("nginx", ["-p", home, "-c", file, "-e", "stderr", "-g", "daemon off;"]);
  await nginx.saw(/start worker process/);
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await nginx.stop();
      await rm(home, { recursive: true });
    },
  };
}

/** Reads one `map` of the address, and the headers of one server block. */
function readHeaders(lines: string): HeadersOf {
  const [, variable = "", rules = ""] = /map \$uri (\$\w+) \{\n([^}]*)\}/.exec(lines) ?? [];
  const values = [...rules.matchAll(/^ +~(\S+) +(?:"([^"]*)"|(\S+));$/gm)].map(
    ([, pattern = "", quoted, plain = ""]) => [new RegExp(pattern), quoted ?? plain] as const,
  );
  const headers = [...lines.matchAll(/^ +add_header (\S+) (?:"([^"]*)"|(\S+)) always;$/gm)];
  if (/^ *location /m.test(lines)) throw new Error("A location is not read here");
  return (pathname) =>
    Object.fromEntries(
      headers.flatMap(([, name = "", quoted, plain]) => {
        const value =
          plain === variable ? values.find(([pattern]) => pattern.test(pathname))?.[1] : quoted;
        return value === undefined ? [] : [[name, value]];
      }),
    );
}

function replace(text: string, place: string, by: string): string {
  if (!text.includes(place)) throw new Error(`The lines for nginx have no ${place}`);
  return text.replaceAll(place, by);
}
