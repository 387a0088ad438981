export interface SeededFault {
  readonly what: string;
  readonly file: string;
  readonly find: string;
  readonly replacement: string;
  readonly test: string;
  /** Part of the title of the test that must fail; in `INVARIANTS`, the invariant's sentence. */
  readonly red: string;
}

export const INVARIANTS = "test/contracts/invariants/Invariants.t.sol";
