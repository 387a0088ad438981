/**
 * Runs a task in one tab at a time (Web Locks). Without locks, a task may run in several tabs. Locks are missing in
 * Safari before 15.4, over plain HTTP, and in Firefox with cookies blocked.
 * @returns false if another tab runs one
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
    // Either the task failed, or the browser denied the lock.
    if (answered) throw error;
    await task();
    return true;
  }
}
