import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { TaskAction } from "./cli/task.ts";

/**
 * `flag` and `text` are options, the others positional arguments. An omitted `lastWord` is empty.
 */
type Kind = "flag" | "text" | "word" | "lastWord" | "words";

interface Argument<Of extends Kind = Kind> {
  readonly kind: Of;
  readonly description: string;
}

type Arguments = Readonly<Record<string, Argument>>;

interface Values {
  readonly flag: boolean;
  readonly text: string | undefined;
  readonly word: string;
  readonly lastWord: string;
  readonly words: string[];
}

type ValuesOf<Takes extends Arguments> = {
  readonly [Name in keyof Takes]: Values[Takes[Name]["kind"]];
};

function maker<Of extends Kind>(kind: Of) {
  return (description: string): Argument<Of> => ({ kind, description });
}

export const flag = maker("flag");
export const text = maker("text");
export const word = maker("word");
export const lastWord = maker("lastWord");
export const words = maker("words");

export function described(does: string, example: string): string {
  return `${does}. Example: npm run hardhat -- ${example}`;
}

/**
 * Makes the compiler compare the action's arguments with the command.
 * @param example arguments for Sepolia, unless they name a network
 */
export function command<const Takes extends Arguments>(
  id: string,
  does: string,
  takes: Takes,
  load: () => Promise<{ default: TaskAction<ValuesOf<Takes>> }>,
  example = "",
) {
  const shown = example === "" ? id : `${id} ${example}`;
  const where = example.includes("--network") ? "" : " --network sepolia";
  const built = task(id.split(" "), described(does, shown + where));
  for (const [name, { kind, description }] of Object.entries(takes)) {
    const argument = { name, description };
    if (kind === "flag") built.addFlag(argument);
    else if (kind === "text") {
      const type = ArgumentType.STRING_WITHOUT_DEFAULT;
      built.addOption({ ...argument, type, defaultValue: undefined });
    } else if (kind === "words") built.addVariadicArgument(argument);
    else if (kind === "word") built.addPositionalArgument(argument);
    else built.addPositionalArgument({ ...argument, defaultValue: "" });
  }
  // Imports late, because every command loads this file.
  const action = async () => {
    const [{ runAction }, { default: run }] = await Promise.all([
      import("./run-action.ts"),
      load(),
    ]);
    return { default: runAction(run) };
  };
  return built.setAction(action as never).build();
}
