import { readdirSync } from "node:fs";
import path from "node:path";
import { format, resolveConfig } from "prettier";
import { ART, type Ink, type Inks, Picture, type SvgElement } from "./picture.ts";

export const ART_LIBRARY = "contracts/renderer/Art.sol";

const DRAWN = ["views", "skies", "trees", "doorways", "windows", "gardens", "companies"] as const;
const SHEETS = ["walls", "roofs", "doors"] as const;
const SCENERY = ["sky", "stars", "sun", "moon", "ground", "path", "chimney"] as const;
const SEASON_INKS = ["far", "ground", "leaves", "blooms"] as const;
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const svg = (name: string | number) => `${name}.svg`;
/** Names by folder. */
const KNOWN = {
  ".": [
    "inks.svg",
    ...SHEETS.map(svg),
    "hours",
    "seasons",
    "homes",
    "hearths",
    ...DRAWN,
    "scenery",
    "digits",
  ],
  scenery: SCENERY.map(svg),
  digits: DIGITS.map(svg),
};
const MAX_WINDOWS = 16;

function visibleFiles(folder: string, inside: string): readonly string[] {
  return readdirSync(path.join(folder, inside)).filter((name) => !name.startsWith("."));
}

function assertKnown(folder: string): void {
  for (const [inside, known] of Object.entries(KNOWN)) {
    const stray = visibleFiles(folder, inside).find((name) => !known.includes(name));
    if (stray !== undefined) {
      throw new Error(
        `${path.posix.join(ART, inside, stray)}: no picture is made of it. Known here: ${known.join(", ")}.`,
      );
    }
  }
}

type Columns<Key extends string> = Readonly<Record<Key, readonly string[]>>;

function columns<Key extends string>(rows: readonly Readonly<Record<Key, string>>[]) {
  const keys = Object.keys(rows[0] ?? {}) as Key[];
  const texts = keys.map((key) => [key, rows.map((row) => row[key])]);
  return Object.fromEntries(texts) as Columns<Key>;
}

/** @param read the texts of one picture */
function picturesIn<Key extends string>(
  folder: string,
  trait: string,
  read: (picture: Picture) => Readonly<Record<Key, string>>,
): Columns<Key> {
  const numbered = visibleFiles(folder, trait)
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
  return columns(numbered.map(({ picture }) => read(picture)));
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

function tintShare(picture: Picture, tint: SvgElement): number {
  const opacity = tint.attributes["fill-opacity"];
  const percent = Math.round(Number(opacity) * 100);
  if (percent / 100 !== Number(opacity) || percent < 0 || percent > 100) {
    throw picture.error(`fill-opacity="${opacity ?? ""}" of the tint is not a hundredth, 0 to 1`);
  }
  return percent;
}

function readHours(folder: string) {
  return picturesIn(folder, "hours", (picture) => {
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
  return picturesIn(folder, "seasons", (picture) => {
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
  return picturesIn(folder, "homes", (picture) => {
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
  return picturesIn(folder, "hearths", (picture) => {
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
  return columns(swatches);
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

/** Put each item of a list on a line of its own. */
const LINES = ',"\n"';
const COLOUR_LINES = '"\nhex"';

function strings(name: string, texts: readonly string[], between = ","): string {
  return `string internal constant ${name} = "${texts.join(between)}";\n`;
}

function bytes(name: string, texts: readonly string[], between = ""): string {
  return `bytes internal constant ${name} = hex"${texts.join(between)}";\n`;
}

function singular(trait: string): string {
  return trait.replace(/ies$/, "y").replace(/s$/, "").toUpperCase();
}

export async function generateArt(folder: string): Promise<string> {
  assertKnown(folder);
  const inks = readInks(folder);
  const digits = DIGITS.map((digit) => readDigit(folder, digit));
  const fixed = [...inks.values()].filter(({ varies }) => !varies);
  const fixedColours = fixed.map(({ colour }) => colour.slice(1));
  const file = path.resolve(import.meta.dirname, "../../..", ART_LIBRARY);
  const source = librarySource(
    lightConstants(folder, inks),
    homeConstants(folder, inks),
    traitConstants(folder, inks),
    `
  /// @dev The digits from 0 to 9, drawn as lines in a box of 9 by 12, so a picture needs no font.
  ${strings("DIGITS", digits, LINES)}

  /// @dev Inks that have the same colour in every season and home.
  string internal constant FIXED_INKS = "${fixed.map(({ letter }) => letter).join("")}";
  ${bytes("FIXED_INK_COLOURS", fixedColours)}`,
  );
  return await format(source, { ...(await resolveConfig(file)), filepath: file });
}

function librarySource(...parts: readonly string[]): string {
  return `// SPDX-License-Identifier: MIT
// Generated from contracts/art by \`npm run art\`: change the pictures there.
pragma solidity 0.8.37;

/// @title The pictures of contracts/art, as lists
/// @dev A list has one item for each picture, in the order of the files' numbers, separated by \`,\`. A drawing lists its
/// layers from back to front, separated by \`;\`. A layer is the letter of its ink (\`Inks\`) and an SVG path. A layer that
/// starts with \`-\` is a line: its width in steps of 1.5, its ink and its path. A colour has three bytes.
library Art {
${parts.join("\n")}
}
`;
}

function lightConstants(folder: string, inks: Inks): string {
  const hours = readHours(folder);
  const seasons = readSeasons(folder, inks);
  return `
  /// @dev Colours for each hour: the sky, the sun or moon, and the tint.
  ${bytes("HOUR_COLOURS", hours.colours, COLOUR_LINES)}
  /// @dev The tint's strength for each hour, in percent.
  ${bytes("HOUR_TINT_SHARES", hours.share)}
  /// @dev For each hour, 1 if the moon shines.
  ${bytes("HOUR_NIGHTS", hours.night)}
  /// @dev Where sun or moon stand.
  ${strings("HOUR_LIGHTS", hours.place)}
  ${strings("HOUR_NAMES", hours.title)}

  /// @dev By season: ${SEASON_INKS.join(", ")}.
  ${bytes("SEASON_COLOURS", seasons.colours, COLOUR_LINES)}
  /// @dev By season: 1 if snow lies.
  ${bytes("SEASON_SNOWS", seasons.snow)}
  ${strings("SEASON_NAMES", seasons.title)}`;
}

function homeConstants(folder: string, inks: Inks): string {
  const homes = readHomes(folder, inks);
  const hearths = readHearths(folder, inks);
  return `
  ${strings("HOME_NAMES", homes.title)}
  ${strings("HOME_DRAWINGS", homes.drawing, LINES)}
  /// @dev Upper left corner of the chimney.
  ${strings("HOME_CHIMNEYS", homes.chimney)}
  /// @dev Upper left corners of the windows, \`;\` between them.
  ${strings("HOME_WINDOWS", homes.windows, LINES)}

  ${strings("HEARTH_NAMES", hearths.title)}
  /// @dev Smoke, from the upper left corner of the chimney.
  ${strings("HEARTH_DRAWINGS", hearths.drawing, LINES)}
  /// @dev Weights. A hearth's chance is its share of their sum.
  ${bytes("HEARTH_SHARES", hearths.share)}`;
}

function traitConstants(folder: string, inks: Inks): string {
  const sheets = SHEETS.map((sheet) => {
    const swatches = readSheet(folder, sheet);
    const name = singular(sheet);
    return strings(`${name}_NAMES`, swatches.title) + bytes(`${name}_COLOURS`, swatches.colour);
  });
  const drawn = DRAWN.map((trait) => {
    const name = singular(trait);
    const pictures = picturesIn(folder, trait, (picture) => ({
      title: picture.title,
      drawing: picture.drawing(inks),
    }));
    return (
      strings(`${name}_NAMES`, pictures.title) +
      strings(`${name}_DRAWINGS`, pictures.drawing, LINES)
    );
  });
  const scenery = SCENERY.map((name) => {
    const drawing = new Picture(folder, `scenery/${name}.svg`).drawing(inks);
    return strings(name.toUpperCase(), [drawing]);
  });
  return `\n${[...sheets, ...drawn, scenery.join("")].join("\n")}`;
}
