/**
 * Every npm script starts here: on an old Node or without dependencies it prints a remedy instead
 * of a stack trace. It is plain JavaScript without dependencies, because it must run on an old
 * Node. `launch.js start scripts/dev/start/start.ts` calls the module's `start(words)`, prints what
 * it throws in one line, and ends with the number that it returns.
 */
import { existsSync, readFileSync } from "node:fs";

const [name = "", module, ...words] = process.argv.slice(2);
const command = /^(start|test)$/.test(name) ? name : `run ${process.env.npm_lifecycle_event}`;

const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

if (!satisfies(process.versions.node, engines.node)) {
  refuse(
    `This needs Node ${engines.node}, and this is ${process.versions.node}. ` +
      `Run: npx -y -p node@24 -c "npm ci && npm ${command}"`,
  );
}
// npm writes this file last, so an interrupted install lacks it.
if (!existsSync(new URL("../node_modules/.package-lock.json", import.meta.url))) {
  refuse(`The dependencies are not installed. Run: npm ci && npm ${command}`);
}

if (module !== undefined) {
  const { [name]: run } = await import(new URL(`../${module}`, import.meta.url).href);
  try {
    process.exitCode = (await run(words)) ?? process.exitCode;
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Whether a version is in a range such as `^1.2.3 || >=4`, the only form in `engines`.
 * @param {string} version
 * @param {string} range
 */
function satisfies(version, range) {
  const have = numbers(version);
  return range.split("||").some((alternative) => {
    const text = alternative.trim();
    const want = numbers(text.replace(/^(\^|>=)/, ""));
    if (text.startsWith("^") && have[0] !== want[0]) return false;
    for (const [i, number] of want.entries()) {
      const own = have[i] ?? 0;
      if (own !== number) return own > number;
    }
    return true;
  });
}

/** @param {string} version */
function numbers(version) {
  return version.split(".").map((part) => Number.parseInt(part, 10));
}

/** @param {string} reason */
function refuse(reason) {
  console.error(`Error: ${reason}`);
  process.exit(1);
}
