/**
 * Runs a task in one tab of this page at a time (Web Locks). Browsers without them (Safari before 15.4, pages over plain
 * HTTP) run it in each: there only the wallet's own queue separates requests.
 * @returns false if another tab is running one, and this one was not run
 */
export async function inOneTab(name: string, task: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator;
  if (locks === undefined) {
    await task();
    return true;
  }
  return await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await task();
    return lock !== null;
  });
}
