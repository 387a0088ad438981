import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { revertTo, type TestNode } from "./node.ts";
import { forgetDeployments } from "./project.ts";

async function copyDeployments(from: string, to: string): Promise<void> {
  await cp(path.join(from, "deployments"), path.join(to, "deployments"), { recursive: true });
}

/** Each test starts from the chain and deployments that `prepare` left. */
export function prepareOnce(
  place: () => { readonly project: string; readonly node: TestNode },
  prepare: () => Promise<void>,
): void {
  let kept: string;
  let unprepared: string;
  let prepared: string;
  const snapshot = (): Promise<string> => place().node.provider.send("evm_snapshot", []);
  const revert = (to: string) => revertTo(place().node.provider, to);

  before(async () => {
    unprepared = await snapshot();
    await prepare();
    kept = await mkdtemp(path.join(tmpdir(), "prepared-"));
    await copyDeployments(place().project, kept);
    prepared = await snapshot();
  });

  beforeEach(async () => {
    await revert(prepared);
    prepared = await snapshot();
    await forgetDeployments(place().project);
    await copyDeployments(kept, place().project);
  });

  after(async () => {
    await rm(kept, { recursive: true });
    await revert(unprepared);
  });
}
