import { task } from "hardhat/config";
import { ArgumentType } from "hardhat/types/arguments";
import type { TaskAction } from "./cli/task.ts";

/**
 * `flag` and `text` are options, the others positional arguments. An omitted `lastWord` is empty.
 */
type Kind = "flag" | "text" | "word" | "lastWord" | "words";

export interface Argument<Name extends string = string, Of extends Kind = Kind> {
  readonly name: Name;
  readonly kind: Of;
  readonly description: string;
}

interface Values {
  readonly flag: boolean;
  readonly text: string | undefined;
  readonly word: string;
  readonly lastWord: string;
  readonly words: string[];
}

type ArgumentsOf<Takes extends readonly Argument[]> = {
  readonly [One in Takes[number] as One["name"]]: Values[One["kind"]];
};

function maker<Of extends Kind>(kind: Of) {
  return <Name extends string>(name: Name, description: string): Argument<Name, Of> => ({
    name,
    kind,
    description,
  });
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
export function command<const Takes extends readonly Argument[]>(
  id: string,
  does: string,
  example: string,
  takes: Takes,
  load: () => Promise<{ default: TaskAction<ArgumentsOf<Takes>> }>,
) {
  const shown = example === "" ? id : `${id} ${example}`;
  const where = example.includes("--network") ? "" : " --network sepolia";
  const built = task(id.split(" "), described(does, shown + where));
  for (const { kind, ...argument } of takes) {
    if (kind === "flag") built.addFlag(argument);
    else if (kind === "text") {
      const type = ArgumentType.STRING_WITHOUT_DEFAULT;
      built.addOption({ ...argument, type, defaultValue: undefined });
    } else if (kind === "words") built.addVariadicArgument(argument);
    else {
      built.addPositionalArgument({
        ...argument,
        ...(kind === "lastWord" && { defaultValue: "" }),
      });
    }
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
