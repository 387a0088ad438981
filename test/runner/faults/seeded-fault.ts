/** A place in the project to break on purpose, and the test that notices. */
export interface SeededFault {
  /** What would go wrong. */
  readonly what: string;
  /** From the root. */
  readonly file: string;
  /** Stands there once. */
  readonly find: string;
  readonly replacement: string;
  /** From the root. */
  readonly test: string;
  /** A part of the title of the test that has to go red; in `INVARIANTS`, the invariant's own sentence. */
  readonly red: string;
}

export const INVARIANTS = "test/contracts/invariants/Invariants.t.sol";
