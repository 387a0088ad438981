import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const FOLDER = "E2E_BUILDS";

// biome-ignore lint/style/noDefaultExport: Playwright takes a global setup's default export
export default async function makeFolderOfBuilds(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "mint-pages-"));
  process.env[FOLDER] = folder;
  return () => rm(folder, { recursive: true });
}

/**
 * The first worker builds; the others wait. No build may depend on the worker, and no test may
 * write to it.
 */
export async function sharedBuild(
  name: string,
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const root = process.env[FOLDER];
  if (root === undefined) throw new Error(`${FOLDER} is not set`);
  const [built, unfinished, failed] = ["built", "unfinished", "failed"].map((state) =>
    path.join(root, `${name}-${state}`),
  ) as [string, string, string];
  if (await isFirst(path.join(root, `${name}-begun`))) {
    try {
      await mkdir(unfinished);
      await build(unfinished);
      await rename(unfinished, built);
    } catch (error) {
      await writeFile(failed, "");
      throw error;
    }
  }
  while (!(await exists(built))) {
    if (await exists(failed)) throw new Error(`The build of ${name} has failed in another worker`);
    await delay(100);
  }
  return built;
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}
