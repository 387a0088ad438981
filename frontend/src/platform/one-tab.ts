/**
 * Runs a task in one tab of this page at a time (Web Locks). Browsers without them (Safari before 15.4, pages over plain
 * HTTP) run it in each, and so do those that deny them with all storage (Firefox, if cookies are blocked): there only the
 * wallet's own queue separates requests.
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
