/**
 * Runs a task in one tab at a time (Web Locks). Safari before 15.4, pages over plain HTTP, and
 * Firefox with cookies blocked have no locks. There, a task may run in several tabs.
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
