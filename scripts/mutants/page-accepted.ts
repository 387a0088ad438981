/** A mutant of the page that no test kills, and why that is right. */
interface Accepted {
  readonly file: string;
  /** The line where it starts, trimmed. */
  readonly line: string;
  /** As `npm run test:mutants:page` prints it. */
  readonly change: string;
  readonly because: string;
}

/** `npm run test:mutants:page` fails for one that is killed now, or gone. */
export const ACCEPTED: readonly Accepted[] = [];
