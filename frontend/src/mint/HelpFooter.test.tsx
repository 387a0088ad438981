// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { HelpFooter } from "./HelpFooter.tsx";

it("answers what visitors ask, if nothing is set", () => {
  render(<HelpFooter helpUrl={null} supportUrl={null} />);
  expect(screen.getByText("Help")).toBeVisible();
  expect(screen.getAllByRole("heading", { hidden: true })).toHaveLength(6);
  expect(
    screen.getByText(/^If a message says that nothing was sent, you paid nothing/),
  ).toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});

it("links the deployer's own help in the place of the answers, and a contact", () => {
  render(<HelpFooter helpUrl="https://help.example/" supportUrl="mailto:help@mint.example" />);
  expect(screen.getByRole("link", { name: "Help" })).toHaveAttribute(
    "href",
    "https://help.example/",
  );
  expect(screen.getByRole("link", { name: "Contact us" })).toHaveAttribute(
    "href",
    "mailto:help@mint.example",
  );
  expect(screen.queryByRole("heading", { hidden: true })).not.toBeInTheDocument();
});

it("is not there if the deployer wants no help and has no contact", () => {
  const { container } = render(<HelpFooter helpUrl="none" supportUrl={null} />);
  expect(container).toBeEmptyDOMElement();
});
