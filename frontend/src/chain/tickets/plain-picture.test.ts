import { describe, expect, it } from "vitest";
import { isPlainPicture } from "./plain-picture.ts";

const svg = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320"${attributes}>${content}</svg>`;

const PLAIN = svg(
  '<g transform="matrix(-1 0 0 1 320 0)"><path fill="#f9cd6c" d="M2 2h22v-1.5z"/>' +
    '<g transform="translate(160 -29)" fill="none" stroke="#1f2d28" stroke-width="2.5" stroke-linecap="round">' +
    '<circle r="5" fill-opacity=".4"/></g></g>',
);

it("takes a picture of shapes", () => {
  expect(isPlainPicture(PLAIN)).toBe(true);
});

const uses = (times: number) =>
  Array.from({ length: 9 }, (_, level) => {
    const inner = `<use href="#a${level}"/>`.repeat(times);
    return `<g id="a${level + 1}">${inner}</g>`;
  }).join("");

describe("refuses", () => {
  it.each([
    ["uses of uses", svg(`<path id="a0" d="M0 0h1"/>${uses(10)}<use href="#a9"/>`)],
    ["one use", svg('<path d="M0 0h1"/><use href="#a"/>')],
    ["a filter", svg('<filter id="f"><feTurbulence numOctaves="99"/></filter>')],
    ["a reference to a filter", svg('<g filter="url(#f)"></g>')],
    ["a pattern as a colour", svg('<path fill="url(#p)" d="M0 0h1"/>')],
    ["a picture inside", svg('<image href="https://tracker.example/"/>')],
    ["HTML inside", svg("<foreignObject><p>hello</p></foreignObject>")],
    ["a script", svg("<script>alert(1)</script>")],
    ["a listener", svg('<g onload="alert(1)"></g>')],
    ["a style", svg('<g style="filter:blur(9px)"></g>')],
    ["a style element", svg("<style>*{}</style>")],
    ["an animation", svg('<animate attributeName="d" dur="1ms"/>')],
    ["words", svg("Refund ready")],
    ["a document type with entities", `<!DOCTYPE svg [<!ENTITY a "b">]>${PLAIN}`],
    ["a declaration", `<?xml version="1.0"?>${PLAIN}`],
    ["a comment", svg("<!-- -->")],
    ["an entity in an attribute", svg('<path d="M0 0&#x20;h1"/>')],
    ["a picture in a picture", svg(svg(""))],
    ["two pictures", PLAIN + PLAIN],
    ["something after it", `${PLAIN} `],
    ["something before it", ` ${PLAIN}`],
    ["another root", '<g xmlns="http://www.w3.org/2000/svg"></g>'],
    ["an end that is missing", svg("<g>")],
    ["an end that is another's", svg("<g></path>")],
    ["an end too many", svg("</g>")],
    ["nothing", ""],
    ["dashes without end", svg('<path stroke-dasharray=".0001" d="M0 0h9999"/>')],
    ["a number without end", svg(`<circle r="${"9".repeat(10)}"/>`)],
    ["an attribute of another alphabet", svg('<g \u0131d="a"></g>')],
    ["more than 200 elements", svg("<g></g>".repeat(200))],
    ["more than 8 levels", svg("<g>".repeat(8) + "</g>".repeat(8))],
    ["more than 12,000 letters", svg(`<path d="M${"0 ".repeat(6_000)}"/>`)],
  ])("%s", (_, picture) => {
    expect(isPlainPicture(picture)).toBe(false);
  });
});

it("takes as many elements, levels and letters as may be", () => {
  expect(isPlainPicture(svg("<g></g>".repeat(199)))).toBe(true);
  expect(isPlainPicture(svg("<g>".repeat(7) + "</g>".repeat(7)))).toBe(true);
  const fill = 12_000 - svg('<path d="M"/>').length;
  expect(isPlainPicture(svg(`<path d="M${"0".repeat(fill)}"/>`))).toBe(true);
});

describe("takes a whole value of", () => {
  const values = [
    ["d", "M0 0h1"],
    ["fill", "none"],
    ["fill", "#f9c"],
    ["stroke", "#f9cd6c"],
    ["stroke", "none"],
    ["stroke", "#1f2"],
    ["transform", "translate(1 2)"],
    ["r", "2.5"],
    ["r", "1234.1234"],
    ["fill-opacity", ".4"],
    ["stroke-opacity", ".4"],
    ["stroke-width", "2"],
    ["stroke-linecap", "round"],
    ["stroke-linejoin", "round"],
  ] as const;
  const drawn = (name: string, value: string) => isPlainPicture(svg(`<path ${name}="${value}"/>`));

  it.each(values)("%s %s, and of nothing around it", (name, value) => {
    expect(drawn(name, value)).toBe(true);
    expect(drawn(name, `url(#p) ${value}`)).toBe(false);
    expect(drawn(name, `${value} url(#p)`)).toBe(false);
  });

  it.each([
    ["viewBox", "0 0 320 320"],
    ["xmlns", "http://www.w3.org/2000/svg"],
  ])("the root's %s, and of nothing around it", (name, value) => {
    const root = (text: string) => isPlainPicture(`<svg ${name}="${text}"></svg>`);
    expect(root(value)).toBe(true);
    expect(root(`url(#p) ${value}`)).toBe(false);
    expect(root(`${value} url(#p)`)).toBe(false);
  });
});
