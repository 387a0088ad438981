import { HardhatPluginError } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

const ID = "terminal-prompts";

class NoTerminal extends HardhatPluginError {}

async function askInTerminal(
  interruptor: string,
  description: string,
  options: { readonly secret: boolean },
): Promise<string> {
  // Imports late, because every command loads this file.
  const { ask, ownTerminal } = await import("./prompt.ts");
  const terminal = ownTerminal();
  if (terminal === null) {
    throw new NoTerminal(
      ID,
      `There is no terminal to answer in (${description}). Run the command in a terminal`,
    );
  }
  return await ask(terminal, `[${interruptor}] ${description}: `, options);
}

/**
 * Asks on the terminal, because Hardhat asks on standard output, which may be a file, and hangs
 * without input. List this plugin after the toolbox.
 */
export const terminalPrompts: HardhatPlugin = {
  id: ID,
  hookHandlers: {
    userInterruptions: async () => ({
      default: async () => ({
        async displayMessage(_, interruptor, message) {
          console.error(`[${interruptor}] ${message}`);
        },
        requestInput: (_, interruptor, description) =>
          askInTerminal(interruptor, description, { secret: false }),
        requestSecretInput: (_, interruptor, description) =>
          askInTerminal(interruptor, description, { secret: true }),
      }),
    }),
    configurationVariables: async () => ({
      default: async () => ({
        async fetchValue(context, variable, next) {
          try {
            return await next(context, variable);
          } catch (error) {
            if (!(error instanceof NoTerminal)) throw error;
            throw new HardhatPluginError(
              ID,
              `${variable.name} is not in the environment, and there is no terminal to type the keystore's password in. ` +
                `Run it in a terminal, or set ${variable.name} in the environment`,
              error,
            );
          }
        },
      }),
    }),
  },
};
