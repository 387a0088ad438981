// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useKeptFocus } from "./use-kept-focus.ts";

function Part({ button, other = false }: { readonly button: boolean; readonly other?: boolean }) {
  const keptFocus = useKeptFocus();
  const Element = other ? "section" : "div";
  return (
    <>
      <Element ref={keptFocus} tabIndex={-1} data-testid="part">
        {button && <button type="button">Try again</button>}
      </Element>
      <button type="button">Elsewhere</button>
    </>
  );
}

async function shown(first: "Try again" | "Elsewhere") {
  const { rerender } = render(<Part button />);
  screen.getByRole("button", { name: "Try again" }).focus();
  screen.getByRole("button", { name: first }).focus();
  return (part: React.ReactNode) => act(async () => rerender(part));
}

it("has the focus when the button that had it is gone", async () => {
  const change = await shown("Try again");
  await change(<Part button={false} />);
  expect(screen.getByTestId("part")).toHaveFocus();
});

it("has it too if it takes the place of the part with that button", async () => {
  const change = await shown("Try again");
  await change(<Part button={false} other />);
  expect(screen.getByTestId("part").localName).toBe("section");
  expect(screen.getByTestId("part")).toHaveFocus();
});

it.each([
  ["goes elsewhere", "Elsewhere", "Elsewhere"],
  ["stays with the button", "Try again", "Try again"],
] as const)("leaves a visitor who %s", async (_, focused, stays) => {
  const change = await shown(focused);
  await change(<Part button={focused === "Try again"} />);
  expect(screen.getByRole("button", { name: stays })).toHaveFocus();
});

it("does not take the focus from a visitor who had gone before the button went", async () => {
  const change = await shown("Elsewhere");
  (document.activeElement as HTMLElement).blur();
  await change(<Part button={false} />);
  expect(document.body).toHaveFocus();
});

it("leaves the focus to what is given it when the button goes", async () => {
  const { rerender } = render(<Part button />);
  screen.getByRole("button", { name: "Try again" }).focus();
  rerender(<Part button={false} />);
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  elsewhere.focus();
  await act(async () => undefined);
  expect(elsewhere).toHaveFocus();
});
