import { readFileSync } from "node:fs";
import path from "node:path";
import { JSDOM } from "jsdom";

export const ART = "contracts/art";

const SIDE = 320;
/** The contract stores a line width as one digit: the number of such steps. */
const LINE_STEP = 1.5;

export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgElement[];
  readonly text: string;
}

/** jsdom's own type requires the browser's types. */
interface DomElement {
  readonly tagName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  readonly children: Iterable<DomElement>;
  readonly textContent: string;
}

const parser = new new JSDOM().window.DOMParser();

function plain({ tagName: name, attributes, children, textContent: text }: DomElement): SvgElement {
  const values = [...attributes].map(({ name, value }) => [name, value]);
  return { name, attributes: Object.fromEntries(values), children: [...children].map(plain), text };
}

/** Rejects other attributes, because an SVG viewer would show them, but the contract would not. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  path: "class d fill fill-opacity stroke stroke-width stroke-linecap stroke-linejoin",
  rect: "id class x y width height fill fill-opacity data-source",
  circle: "class cx cy r fill",
};

export interface Ink {
  readonly letter: string;
  /** The contract uses this colour too, unless `varies` is set. */
  readonly colour: string;
  readonly opacity: string | undefined;
  readonly varies: boolean;
}

export type Inks = ReadonlyMap<string, Ink>;

export class Picture {
  readonly file: string;
  readonly root: SvgElement;
  readonly title: string;

  constructor(folder: string, name: string) {
    this.file = `${ART}/${name}`;
    const source = readFileSync(path.join(folder, name), "utf8");
    const { documentElement } = parser.parseFromString(source, "image/svg+xml");
    this.root = plain(documentElement as DomElement);
    if (this.root.name === "parsererror") {
      const problem = this.root.text.replace(/^(\d+):\d+/, "line $1");
      throw this.error(`${problem}. Save it as plain SVG`);
    }
    this.title = this.titleOf(this.root);
  }

  error(problem: string): Error {
    return new Error(`${this.file}: ${problem}.`);
  }

  /**
   * Returns the parts without the title.
   * @throws for other elements
   */
  parts(...names: readonly string[]): readonly SvgElement[] {
    const parts = this.root.children.filter(({ name }) => name !== "title");
    const other = parts.find(({ name }) => !names.includes(name));
    if (other !== undefined) {
      const known = names.map((name) => `<${name}>`).join(", ");
      throw this.error(`<${other.name}> can't be drawn here. Use ${known} only, in no group`);
    }
    for (const { name, attributes } of parts) {
      const known = ATTRIBUTES[name]?.split(" ") ?? [];
      const stray = Object.keys(attributes).find((key) => !known.includes(key));
      if (stray !== undefined) {
        throw this.error(
          `the contract has no ${stray} for a <${name}>. Apply it to the shape, or remove it`,
        );
      }
    }
    return parts;
  }

  only(name: string, parts: readonly SvgElement[]): SvgElement {
    const [part, ...rest] = parts.filter(({ attributes }) => attributes.class === name);
    if (part === undefined) throw this.error(`no element with class="${name}"`);
    if (rest.length > 0) throw this.error(`more than one element with class="${name}"`);
    return part;
  }

  titleOf({ children, name }: SvgElement): string {
    const title = children.find((child) => child.name === "title")?.text.trim() ?? "";
    if (title === "") {
      throw this.error(`<${name}> has no <title>. Add one: metadata shows it as the trait's value`);
    }
    if (!/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(title)) {
      throw this.error(`the title "${title}" may have letters, digits, spaces and hyphens only`);
    }
    return title;
  }

  /** `#rrggbb` without its `#`. */
  colour({ attributes: { fill = "", class: name } }: SvgElement): string {
    if (!/^#[0-9a-f]{6}$/.test(fill)) {
      throw this.error(`fill="${fill}"${name ? ` of ${name}` : ""} is not a colour like #a8401f`);
    }
    return fill.slice(1);
  }

  place(x: string | undefined, y: string | undefined): string {
    if (![x, y].every((at = "") => /^\d+$/.test(at) && Number(at) <= SIDE)) {
      throw this.error(`"${x} ${y}" is not a place. Use whole numbers from 0 to ${SIDE}`);
    }
    return `${x} ${y}`;
  }

  path({ attributes: { d = "" } }: SvgElement): string {
    const [bad] = /[^-\d. MmLlHhVvCcSsQqTtAaZz]/.exec(d) ?? [];
    if (bad !== undefined) {
      throw this.error(
        `the contract can't hold "${bad}" in a path. Use SVG's commands, numbers and single spaces`,
      );
    }
    if (!d.startsWith("M")) throw this.error("a path has to start with M");
    return d;
  }

  drawing(inks: Inks, layers: readonly SvgElement[] = this.parts("path")): string {
    return layers.map((layer) => this.#layer(inks, layer)).join(";");
  }

  #layer(inks: Inks, layer: SvgElement): string {
    const { class: name, fill, stroke } = layer.attributes;
    const ink = inks.get(name ?? "");
    if (ink === undefined) {
      throw this.error(`class="${name ?? ""}" names no ink of ${ART}/inks.svg`);
    }
    const line = fill === "none";
    const opacity = layer.attributes["fill-opacity"];
    if (!line && stroke !== undefined) throw this.error('a line is a <path> with fill="none"');
    if ((line ? stroke : fill) !== ink.colour || opacity !== ink.opacity) {
      const shown = ink.opacity === undefined ? "" : ` and fill-opacity="${ink.opacity}"`;
      throw this.error(`${name} is drawn with ${line ? "stroke" : "fill"}="${ink.colour}"${shown}`);
    }
    return (line ? this.#lineWidth(layer) : "") + ink.letter + this.path(layer);
  }

  #lineWidth({ attributes }: SvgElement): string {
    const steps = Number(attributes["stroke-width"]) / LINE_STEP;
    if (!Number.isInteger(steps) || steps < 1 || steps > 9) {
      throw this.error(
        `stroke-width="${attributes["stroke-width"] ?? ""}" is not one of 1.5, 3, 4.5 to 13.5`,
      );
    }
    if (attributes["stroke-linecap"] !== "round") {
      throw this.error('lines are drawn with stroke-linecap="round"');
    }
    return `-${steps}`;
  }
}
