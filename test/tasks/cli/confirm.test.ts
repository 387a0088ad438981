import { PassThrough } from "node:stream";
import { expect } from "chai";
import { confirm } from "../../../scripts/tasks/cli/confirm.ts";
import { TaskError } from "../../../scripts/tasks/cli/task.ts";

describe("confirm", () => {
  async function ask(typed: string, { yes = false, isTTY = true } = {}) {
    const input = Object.assign(new PassThrough(), { isTTY });
    const output = new PassThrough();
    const asked = confirm("base", yes, { input, output });
    input.write(typed);
    const refusal = await asked.then(
      () => null,
      (error: unknown) => (error instanceof TaskError ? error.message : error),
    );
    return { refusal, question: String(output.read() ?? "") };
  }

  it("takes the word, with blanks around it", async () => {
    for (const typed of ["base\n", "  base \n"]) {
      expect(await ask(typed)).to.deep.equal({
        refusal: null,
        question: "Type base to go on: ",
      });
    }
  });

  it("takes nothing else", async () => {
    for (const typed of ["\n", "yes\n", "Base\n", "base!\n", "bas\n"]) {
      expect((await ask(typed)).refusal, typed).to.equal("Not confirmed: nothing was sent");
    }
  });

  it("asks nothing when the answer is given, terminal or not", async () => {
    for (const isTTY of [true, false]) {
      expect(await ask("no\n", { yes: true, isTTY })).to.deep.equal({
        refusal: null,
        question: "",
      });
    }
  });

  it("takes no answer from what is no terminal", async () => {
    expect(await ask("base\n", { isTTY: false })).to.deep.equal({
      refusal: "There is no terminal to confirm in. Run the command in a terminal, or pass --yes",
      question: "",
    });
  });
});
