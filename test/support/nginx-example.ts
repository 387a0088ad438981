import { spawnSync } from "node:child_process";
import { chmod, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort, run, type Started } from "./process.ts";
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
  const site = path.join(home, "site");
  await cp(folder, site, { recursive: true });
  await chmod(site, 0o755);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${path.join(home, kind)};`)
    .join(" ");
  const nginx = await startNginx(
    home,
    `error_log stderr notice; events {}
    http { access_log off; ${temporary} types { text/html html; text/javascript js; image/svg+xml svg; image/png png; }
    ${lines} }`,
    { "/var/www/mint": site, "listen 80": `listen 127.0.0.1:${port}` },
  );
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      await nginx.stop();
      await rm(home, { recursive: true });
    },
  };
}

/**
 * Starts nginx in the folder `home`, and waits for its workers, which it reports at the log level
 * `notice`.
 * @param places what to replace in the lines, each of which must be there
 */
export async function startNginx(
  home: string,
  lines: string,
  places: Readonly<Record<string, string>>,
): Promise<Started> {
  // nginx's workers run as another user if root starts it.
  await chmod(home, 0o755);
  let text = lines;
  for (const [place, by] of Object.entries(places)) {
    if (!text.includes(place)) throw new Error(`The lines for nginx have no ${place}`);
    text = text.replaceAll(place, by);
  }
  const file = path.join(home, "nginx.conf");
  await writeFile(file, text);
  const options = `daemon off; pid ${path.join(home, "pid")};`;
  const nginx = run("nginx", ["-p", home, "-c", file, "-e", "stderr", "-g", options]);
  await nginx.saw(/start worker process/);
  return nginx;
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
