/** Waits for a state that changes with events. */
export interface Changes {
  /** Looks again for what is waited for. */
  changed(): void;
  /**
   * Resolves with the first value that `find` returns.
   * @param ended rejects the wait once it resolves
   */
  until<Found>(
    find: () => Found | null | undefined | false,
    ended?: Promise<unknown>,
    failure?: () => string,
  ): Promise<Found>;
}

export function createChanges(): Changes {
  const looks = new Set<() => void>();
  return {
    changed() {
      for (const look of looks) look();
    },
    until: (find, ended, failure = () => "It ended first") =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = find();
          if (found === null || found === undefined || found === false) return;
          looks.delete(look);
          resolve(found);
        };
        looks.add(look);
        look();
        void ended?.then(() => reject(new Error(failure())));
      }),
  };
}
