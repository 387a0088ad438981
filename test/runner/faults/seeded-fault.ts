/** A place in the project to break on purpose, and the test that notices. */
export interface SeededFault {
  readonly what: string;
  readonly file: string;
  readonly find: string;
  readonly replacement: string;
  readonly test: string;
  /** A part of the title of the test that has to go red; in `INVARIANTS`, the invariant's own sentence. */
  readonly red: string;
}

export const INVARIANTS = "test/contracts/invariants/Invariants.t.sol";
