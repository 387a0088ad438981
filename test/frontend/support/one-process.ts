import { afterAll, expect, vi } from "vitest";

/**
 * Test files share a process. Each has its own modules, and fails if it changes a global, a
 * built-in object, the environment or the process's listeners.
 */

const isOurs = (name: string) => !name.startsWith("__vitest");

function* partsOf(object: unknown, path: string): Generator<[string, unknown]> {
  if (object === globalThis || object === process || Object(object) !== object) return;
  for (const [name, part] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    yield [`${path}.${name}`, part.value ?? part.get];
  }
}

function* processParts(): Generator<[string, unknown]> {
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  for (const [name, { value, get }] of Object.entries(globals).filter(([key]) => isOurs(key))) {
    yield [name, value ?? get];
    yield* partsOf(value, name);
    yield* partsOf(value?.prototype, `${name}.prototype`);
  }
  for (const [name, value] of Object.entries(process.env)) yield [`process.env.${name}`, value];
  for (const event of process.eventNames()) {
    const listeners = process.listeners(event as NodeJS.Signals);
    for (const [at, listener] of listeners.entries()) yield [`on ${String(event)} ${at}`, listener];
  }
}

const found = new Map(processParts());

afterAll(() => {
  // Vitest would clean up only after the next file's modules have read these values.
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();

  const left = new Map(processParts());
  const changed = [...new Set([...found.keys(), ...left.keys()])].filter(
    (name) => !Object.is(found.get(name), left.get(name)),
  );
  expect(changed, "left changed for the next file in this process").toEqual([]);
});
