import { globSync, readFileSync } from "node:fs";

const WHOLE =
  /"\.\.\/support\/(command|node|owned-sale|live-sale|sale|project|watched-chain)\.ts"|startProcess|\bbefore\(/;

export default {
  test: {
    globals: true,
    include: globSync("test/tasks/*/*.test.ts").filter(
      (file) => !WHOLE.test(readFileSync(file, "utf8")),
    ),
    isolate: false,
  },
};
