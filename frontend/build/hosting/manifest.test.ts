import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build, createLogger, type Plugin } from "vite";
import { expect, it, vi } from "vitest";
import { manifest } from "./manifest.ts";

/** @returns whether the build logs a CID, and whether it leaves a manifest */
async function built(...plugins: Plugin[]) {
  const root = mkdtempSync(path.join(tmpdir(), "manifest-"));
  writeFileSync(path.join(root, "index.html"), "<title>Page</title>");
  const customLogger = createLogger("silent");
  const info = vi.spyOn(customLogger, "info");
  const outcome = await build({
    root,
    configFile: false,
    mode: "sepolia",
    customLogger,
    plugins: [...plugins, manifest()],
  }).then(
    () => "built",
    (error: Error) => error.message,
  );
  return {
    outcome,
    said: info.mock.calls.some(([text]) => text.includes("IPFS CID of the page: bafy")),
    left: existsSync(path.join(root, "dist/build-manifest.json")),
  };
}

it("says the CID of a build", async () => {
  expect(await built()).toEqual({ outcome: "built", said: true, left: true });
});

it.each(["transform", "writeBundle"] as const)("says none if %s fails", async (hook) => {
  const failing: Plugin = {
    name: "failing",
    [hook]() {
      throw new Error("No room");
    },
  };
  expect(await built(failing)).toEqual({
    outcome: expect.stringContaining("No room"),
    said: false,
    left: false,
  });
});
