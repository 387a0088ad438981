/**
 * Runs a task in one tab of this page at a time (Web Locks). Without locks, every tab runs it, and only the wallet's own
 * queue separates the requests: in Safari before 15.4, over plain HTTP, and in a browser that denies locks with all storage
 * (Firefox, if cookies are blocked).
 * @returns false if another tab is running one, and this one was not run
 */
export async function inOneTab(name: string, task: () => Promise<void>): Promise<boolean> {
  const { locks } = navigator;
  let answered = false;
  try {
    return await locks.request(name, { ifAvailable: true }, async (lock) => {
      answered = true;
      if (lock !== null) await task();
      return lock !== null;
    });
  } catch (error) {
    // The task's own failure; else there is no lock to be had.
    if (answered) throw error;
    await task();
    return true;
  }
}
