import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { TASK_ROOMS } from "../../lint/rooms.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TASKS = "scripts/tasks";

const lineOf = (room: string) => TASK_ROOMS.findIndex((rooms) => rooms.includes(room));

describe("The rooms of scripts/tasks", () => {
  const files = globSync(`${TASKS}/*/**/*.ts`, { cwd: ROOT }).map((file) =>
    file.replaceAll(path.sep, "/"),
  );
  const roomOf = (file: string) => file.slice(TASKS.length + 1).split("/")[0] ?? "";

  it("have each its place in the order", () => {
    expect([...new Set(files.map(roomOf))].sort()).to.deep.equal(TASK_ROOMS.flat().sort());
  });

  it("import only in that order", () => {
    const wrong = files.flatMap((file) => {
      const source = readFileSync(path.join(ROOT, file), "utf8");
      const loading = source.replaceAll(/^import type [^;]+;$/gm, "");
      return [...loading.matchAll(/(?:from |import\()"(\.[^"]+)"/g)]
        .map(([, to = ""]) => path.posix.join(path.posix.dirname(file), to))
        .filter((to) => to.startsWith(`${TASKS}/`) && roomOf(to) !== roomOf(file))
        .filter((to) => lineOf(roomOf(to)) >= lineOf(roomOf(file)))
        .map((to) => `${file} imports ${to}`);
    });
    expect(wrong).to.deep.equal([]);
  });
});
