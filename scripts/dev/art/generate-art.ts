import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { readSvg, type SvgElement } from "./read-svg.ts";

/** Where the pictures are, and the library that is generated from them. */
export const ART = "contracts/art";
export const ART_LIBRARY = "contracts/renderer/Art.sol";

/** Folders whose pictures are a title and layers, nothing else. */
const DRAWN = ["views", "skies", "trees", "doorways", "windows", "gardens", "companies"] as const;
/** Sheets with one colour a value. */
const SHEETS = ["walls", "roofs", "doors"] as const;
/** What stands in every picture, or moves with the hour. */
const SCENERY = ["sky", "stars", "sun", "moon", "ground", "path", "chimney"] as const;
const SEASON_INKS = ["far", "ground", "leaves", "blooms"] as const;
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** All that the folder of pictures has. */
const KNOWN = [
  "inks.svg",
  ...SHEETS.map((sheet) => `${sheet}.svg`),
  ...["hours", "seasons", "homes", "hearths", ...DRAWN, "scenery", "digits"],
];
/** Width and height of a scene. */
const SIDE = 320;
/** One step of a line's width; the contract keeps the number of steps as one digit. */
const LINE_STEP = 1.5;
/** The pattern of lit windows has 16 bits of a ticket's hash. */
const MAX_WINDOWS = 16;

/** What an element may say. Anything else would be seen in a viewer and not in the contract's picture. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  path: [
    ...["class", "d", "fill", "fill-opacity"],
    ...["stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"],
  ],
  rect: ["id", "class", "x", "y", "width", "height", "fill", "fill-opacity", "data-source"],
  circle: ["class", "cx", "cy", "r", "fill"],
};

interface Ink {
  readonly letter: string;
  /** What a viewer shows; the contract's colour too unless `varies`. */
  readonly colour: string;
  readonly opacity: string | undefined;
  readonly varies: boolean;
}

type Inks = ReadonlyMap<string, Ink>;

/** A file of the folder, with what it says of itself. */
class Picture {
  readonly file: string;
  readonly root: SvgElement;
  readonly title: string;

  constructor(folder: string, name: string) {
    this.file = `${ART}/${name}`;
    try {
      this.root = readSvg(readFileSync(path.join(folder, name), "utf8"));
    } catch (error) {
      throw this.error(`${(error as Error).message}. Save it as plain SVG`);
    }
    this.title = this.titleOf(this.root);
  }

  error(problem: string): Error {
    return new Error(`${this.file}: ${problem}.`);
  }

  /** All but the title; refuses any element that is not drawn. */
  parts(...names: readonly string[]): readonly SvgElement[] {
    const parts = this.root.children.filter(({ name }) => name !== "title");
    const other = parts.find(({ name }) => !names.includes(name));
    if (other !== undefined) {
      const known = names.map((name) => `<${name}>`).join(", ");
      throw this.error(`<${other.name}> can't be drawn here. Use ${known} only, in no group`);
    }
    for (const { name, attributes } of parts) {
      const stray = Object.keys(attributes).find((key) => !ATTRIBUTES[name]?.includes(key));
      if (stray !== undefined) {
        throw this.error(
          `the contract has no ${stray} for a <${name}>. Apply it to the shape, or remove it`,
        );
      }
    }
    return parts;
  }

  /** The one part of this class. */
  only(name: string, parts: readonly SvgElement[]): SvgElement {
    const [part, ...rest] = parts.filter(({ attributes }) => attributes.class === name);
    if (part === undefined || rest.length > 0) {
      throw this.error(
        `${rest.length === 0 ? "no" : "more than one"} element with class="${name}"`,
      );
    }
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

  /** Two whole numbers, as the contract moves things by. */
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

  /** In the contract's form: layers from back to front, `;` between them. */
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

/** What is in this folder of `folder`, hidden files aside; refuses what is not `known`. */
function entriesOf(folder: string, inside: string, known?: readonly string[]): readonly string[] {
  const names = readdirSync(path.join(folder, inside)).filter((name) => !name.startsWith("."));
  const stray = names.find((name) => known?.includes(name) === false);
  if (stray !== undefined) {
    throw new Error(
      `${path.posix.join(ART, inside, stray)}: no picture is made of it. Known here: ${known?.join(", ")}.`,
    );
  }
  return names;
}

/** The pictures of a trait, by the numbers that their names begin with. */
function picturesIn(folder: string, trait: string): readonly Picture[] {
  const numbered = entriesOf(folder, trait)
    .map((name) => {
      const [, number] = /^(\d+)-[a-z0-9-]+\.svg$/.exec(name) ?? [];
      if (number === undefined) {
        throw new Error(
          `${ART}/${trait}/${name}: name it by its place in the list, like 11-tree-house.svg.`,
        );
      }
      return { number: Number(number), picture: new Picture(folder, `${trait}/${name}`) };
    })
    .sort((a, b) => a.number - b.number);
  if (numbered.length === 0) throw new Error(`${ART}/${trait}: no picture is in it.`);
  const seen = new Map<number | string, Picture>();
  for (const { number, picture } of numbered) {
    for (const [id, what] of [
      [number, `number ${number}`],
      [picture.title.toLowerCase(), `title "${picture.title}"`],
    ] as const) {
      const other = seen.get(id);
      if (other !== undefined) {
        throw picture.error(`${other.file} has the ${what} too. Give one of them another`);
      }
      seen.set(id, picture);
    }
  }
  return numbered.map(({ picture }) => picture);
}

function readInks(folder: string): Inks {
  const sheet = new Picture(folder, "inks.svg");
  const inks = new Map<string, Ink>();
  const letters = new Set<string>();
  for (const swatch of sheet.parts("rect")) {
    const { id: letter = "", class: name = "", "fill-opacity": opacity } = swatch.attributes;
    if (!/^[a-z]$/.test(letter) || letters.has(letter)) {
      throw sheet.error(`id="${letter}" of ${name} is not a letter of its own, a to z`);
    }
    if (name === "" || inks.has(name)) {
      throw sheet.error(`class="${name}" of id="${letter}" is not a name of its own`);
    }
    letters.add(letter);
    inks.set(name, {
      letter,
      colour: `#${sheet.colour(swatch)}`,
      opacity,
      varies: swatch.attributes["data-source"] !== undefined,
    });
  }
  return inks;
}

/** What the contract mixes a colour with the hour's tint by, in percent. */
function tintShare(picture: Picture, tint: SvgElement): number {
  const opacity = tint.attributes["fill-opacity"];
  const percent = Math.round(Number(opacity) * 100);
  if (percent / 100 !== Number(opacity) || percent < 0 || percent > 100) {
    throw picture.error(`fill-opacity="${opacity ?? ""}" of the tint is not a hundredth, 0 to 1`);
  }
  return percent;
}

function readHours(folder: string) {
  return picturesIn(folder, "hours").map((picture) => {
    const parts = picture.parts("rect", "circle");
    const night = parts.some((part) => part.attributes.class === "moon");
    const light = picture.only(night ? "moon" : "sun", parts);
    const tint = picture.only("tint", parts);
    return {
      title: picture.title,
      place: picture.place(light.attributes.cx, light.attributes.cy),
      colours: [picture.only("sky", parts), light, tint]
        .map((part) => picture.colour(part))
        .join(""),
      share: hexByte(tintShare(picture, tint)),
      night: hexByte(night ? 1 : 0),
    };
  });
}

function readSeasons(folder: string, inks: Inks) {
  return picturesIn(folder, "seasons").map((picture) => {
    const parts = picture.parts("rect");
    const snow = parts.some((part) => part.attributes.class === "snow");
    const white = inks.get("snow")?.colour;
    if (snow && `#${picture.colour(picture.only("snow", parts))}` !== white) {
      throw picture.error(`snow is drawn with fill="${white}"`);
    }
    return {
      title: picture.title,
      colours: SEASON_INKS.map((name) => picture.colour(picture.only(name, parts))).join(""),
      snow: hexByte(snow ? 1 : 0),
    };
  });
}

function readHomes(folder: string, inks: Inks) {
  return picturesIn(folder, "homes").map((picture) => {
    const parts = picture.parts("path", "rect");
    const rects = parts.filter(({ name }) => name === "rect");
    const stray = rects.find(
      ({ attributes }) => !/^(window|chimney)$/.test(attributes.class ?? ""),
    );
    if (stray !== undefined) {
      throw picture.error('a <rect> is a place: give it class="window" or class="chimney"');
    }
    const placeOf = ({ attributes: { x, y } }: SvgElement) => picture.place(x, y);
    const windows = rects.filter(({ attributes }) => attributes.class === "window");
    if (windows.length < 1 || windows.length > MAX_WINDOWS) {
      throw picture.error(`${windows.length} windows. A home has 1 to ${MAX_WINDOWS}`);
    }
    return {
      title: picture.title,
      drawing: picture.drawing(
        inks,
        parts.filter(({ name }) => name === "path"),
      ),
      chimney: placeOf(picture.only("chimney", rects)),
      windows: windows.map(placeOf).join(";"),
    };
  });
}

function readHearths(folder: string, inks: Inks) {
  return picturesIn(folder, "hearths").map((picture) => {
    const share = Number(picture.root.attributes["data-share"]);
    if (!Number.isInteger(share) || share < 1 || share > 255) {
      throw picture.error(
        'no data-share="1" to "255" on <svg>: of how many homes in the sum of all shares it is',
      );
    }
    return { title: picture.title, drawing: picture.drawing(inks), share: hexByte(share) };
  });
}

function readSheet(folder: string, name: string) {
  const sheet = new Picture(folder, `${name}.svg`);
  const swatches = sheet.parts("rect").map((swatch) => ({
    title: sheet.titleOf(swatch),
    colour: sheet.colour(swatch),
  }));
  const twice = swatches.find(
    ({ title }, index) => swatches.findIndex((other) => other.title === title) !== index,
  );
  if (twice !== undefined) throw sheet.error(`two swatches have the title "${twice.title}"`);
  return swatches;
}

function readDigit(folder: string, digit: number): string {
  const picture = new Picture(folder, `digits/${digit}.svg`);
  const [line, ...rest] = picture.parts("path");
  if (line === undefined || rest.length > 0) throw picture.error("a digit is one <path>");
  return picture.path(line);
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, "0");
}

/** A list of long items, each in a literal of its own. */
function drawings(name: string, items: readonly string[]): string {
  const literals = items.map((item, index) => `"${item}${index < items.length - 1 ? "," : ""}"`);
  return `string internal constant ${name} = ${literals.join("\n")};\n`;
}

function list(name: string, items: readonly string[]): string {
  return `string internal constant ${name} = "${items.join(",")}";\n`;
}

function names(name: string, items: readonly { readonly title: string }[]): string {
  return list(
    name,
    items.map(({ title }) => title),
  );
}

function bytes(name: string, items: readonly string[]): string {
  return `bytes internal constant ${name} = ${items.map((item) => `hex"${item}"`).join("\n")};\n`;
}

/** `companies` to `COMPANY`. */
function singular(trait: string): string {
  return trait.replace(/ies$/, "y").replace(/s$/, "").toUpperCase();
}

/** @returns the source of `ART_LIBRARY`, from the pictures in `folder` */
export async function generateArt(folder: string): Promise<string> {
  entriesOf(folder, ".", KNOWN);
  entriesOf(
    folder,
    "scenery",
    SCENERY.map((name) => `${name}.svg`),
  );
  entriesOf(
    folder,
    "digits",
    DIGITS.map((digit) => `${digit}.svg`),
  );
  const inks = readInks(folder);
  const fixed = [...inks.values()].filter(({ varies }) => !varies);
  const hours = readHours(folder);
  const seasons = readSeasons(folder, inks);
  const homes = readHomes(folder, inks);
  const hearths = readHearths(folder, inks);
  const source = `// SPDX-License-Identifier: MIT
// Generated from contracts/art by \`npm run art\`: change the pictures there.
pragma solidity 0.8.37;

/// @title The pictures of contracts/art, as lists
/// @dev A list has one item a picture, \`,\` between them, in the order of the files' numbers. A drawing is layers from
/// back to front, \`;\` between them. A layer is the letter of its ink (\`Inks\`) and an SVG path; one that starts with
/// \`-\` is a line: its width in steps of 1.5, its ink, its path. Colours are three bytes each.
library Art {
  /// @dev By hour: sky, sun or moon, tint.
  ${bytes(
    "HOUR_COLOURS",
    hours.map(({ colours }) => colours),
  )}
  /// @dev By hour: how much of 100 the tint takes.
  ${bytes("HOUR_TINT_SHARES", [hours.map(({ share }) => share).join("")])}
  /// @dev By hour: 1 if the moon shines.
  ${bytes("HOUR_NIGHTS", [hours.map(({ night }) => night).join("")])}
  /// @dev Where sun or moon stand.
  ${list(
    "HOUR_LIGHTS",
    hours.map(({ place }) => place),
  )}
  ${names("HOUR_NAMES", hours)}

  /// @dev By season: ${SEASON_INKS.join(", ")}.
  ${bytes(
    "SEASON_COLOURS",
    seasons.map(({ colours }) => colours),
  )}
  /// @dev By season: 1 if snow lies.
  ${bytes("SEASON_SNOWS", [seasons.map(({ snow }) => snow).join("")])}
  ${names("SEASON_NAMES", seasons)}

  ${names("HOME_NAMES", homes)}
  ${drawings(
    "HOME_DRAWINGS",
    homes.map(({ drawing }) => drawing),
  )}
  /// @dev Upper left corner of the chimney.
  ${list(
    "HOME_CHIMNEYS",
    homes.map(({ chimney }) => chimney),
  )}
  /// @dev Upper left corners of the windows, \`;\` between them.
  ${drawings(
    "HOME_WINDOWS",
    homes.map(({ windows }) => windows),
  )}

  ${names("HEARTH_NAMES", hearths)}
  /// @dev Smoke, from the upper left corner of the chimney.
  ${drawings(
    "HEARTH_DRAWINGS",
    hearths.map(({ drawing }) => drawing),
  )}
  /// @dev How many homes in the sum of all shares have it.
  ${bytes("HEARTH_SHARES", [hearths.map(({ share }) => share).join("")])}

  ${SHEETS.map((sheet) => {
    const swatches = readSheet(folder, sheet);
    const colours = swatches.map(({ colour }) => colour);
    return (
      names(`${singular(sheet)}_NAMES`, swatches) +
      bytes(`${singular(sheet)}_COLOURS`, [colours.join("")])
    );
  }).join("\n")}

  ${DRAWN.map((trait) => {
    const pictures = picturesIn(folder, trait);
    return (
      names(`${singular(trait)}_NAMES`, pictures) +
      drawings(
        `${singular(trait)}_DRAWINGS`,
        pictures.map((picture) => picture.drawing(inks)),
      )
    );
  }).join("\n")}

  ${SCENERY.map((name) => {
    const drawing = new Picture(folder, `scenery/${name}.svg`).drawing(inks);
    return `string internal constant ${name.toUpperCase()} = "${drawing}";\n`;
  }).join("")}

  /// @dev The digits from 0 as lines, in a box of 9 by 12: a picture needs no font.
  ${drawings(
    "DIGITS",
    DIGITS.map((digit) => readDigit(folder, digit)),
  )}

  /// @dev Inks that have the same colour in every season and home.
  string internal constant FIXED_INKS = "${fixed.map(({ letter }) => letter).join("")}";
  ${bytes("FIXED_INK_COLOURS", [fixed.map(({ colour }) => colour.slice(1)).join("")])}
}
`;
  const file = path.resolve(import.meta.dirname, "../../..", ART_LIBRARY);
  return await format(source, { ...(await resolveConfig(file)), filepath: file });
}
