import { TaskError } from "../cli/task.ts";
import { quotedInput } from "../cli/visible-text.ts";

const LONGEST = 40;

const WORD = String.raw`(?:[\p{L}\p{N}]\p{M}{0,3}|-)+`;
const LABEL = new RegExp(`^${WORD}(?: ${WORD})*$`, "u");

/**
 * @throws if the page would drop characters of the label as deceptive
 * (`frontend/src/domain/order/link.ts`)
 */
export function parseCardLabel(text: string): string {
  const label = text.normalize("NFC");
  const plain = LABEL.test(label);
  const hidden = /\p{Default_Ignorable_Code_Point}|\p{Me}/u.test(label);
  if (plain && !hidden && [...label].length <= LONGEST) {
    return label;
  }
  throw new TaskError(
    `The page would not show this --card label unchanged: ${quotedInput(text)}. ` +
      `A label has letters, digits, hyphens and single spaces, ${LONGEST} characters at most`,
  );
}
