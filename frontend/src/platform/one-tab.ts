/**
 * Runs a task in one tab of this page at a time (Web Locks). Browsers that have none (Safari before 15.4, pages over plain
 * HTTP) or refuse them with all storage run it in each: there only the wallet's own queue separates requests.
 * @returns false if another tab is running one, and this one was not run
 */
export async function inOneTab(name: string, task: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator;
  let decided = false;
  try {
    if (locks !== undefined) {
      return await locks.request(name, { ifAvailable: true }, async (lock) => {
        decided = true;
        if (lock !== null) await task();
        return lock !== null;
      });
    }
  } catch (error) {
    if (decided) throw error;
  }
  await task();
  return true;
}
