import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import hre from "hardhat";
import { ART_LIBRARY, generateArt } from "../../../scripts/dev/art/generate-art.ts";
import { ART } from "../../../scripts/dev/art/picture.ts";
import { ethers } from "../fixture.ts";
import { recompile } from "../recompile.ts";

const root = hre.config.paths.root;

const TREE_HOUSE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">
  <title>Tree house</title>
  <rect class="chimney" x="190" y="80" width="18" height="62" fill="#7a5238"/>
  <path class="wood" fill="#7a5238" d="M150 258V180h20v78z"/>
  <path class="roof" fill="none" stroke="#b4492c" stroke-width="4.5" stroke-linecap="round" d="M100 120 160 70l60 50"/>
  <rect class="window" x="120" y="130" width="26" height="32" fill="#f9cd6c"/>
  <rect class="window" x="170" y="130" width="26" height="32" fill="#f9cd6c"/>
</svg>
`;
const MIDNIGHT = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">
  <title>Midnight</title>
  <rect class="sky" width="320" height="320" fill="#010203"/>
  <circle class="moon" cx="160" cy="40" r="30" fill="#fefdfc"/>
  <rect class="tint" width="320" height="320" fill="#000000" fill-opacity=".5"/>
</svg>
`;

type Changes = Readonly<Record<string, string | ((text: string) => string)>>;

async function generatedWith(changes: Changes): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "art-"));
  try {
    cpSync(path.join(root, ART), folder, { recursive: true });
    for (const [name, change] of Object.entries(changes)) {
      const file = path.join(folder, name);
      const text = typeof change === "string" ? change : change(readFileSync(file, "utf8"));
      writeFileSync(file, text);
    }
    return await generateArt(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("Pictures", () => {
  it("contracts/renderer/Art.sol is what contracts/art gives (npm run art)", async () => {
    expect(await generateArt(path.join(root, ART))).to.equal(
      readFileSync(path.join(root, ART_LIBRARY), "utf8"),
    );
  });

  it("draw one more home and one more hour, a file each", async () => {
    const art = await generatedWith({
      "homes/11-tree-house.svg": TREE_HOUSE,
      "hours/9-midnight.svg": MIDNIGHT,
    });
    expect(art).to.include("Canal house,Pavilion,Tree house");
    expect(art).to.include("Blue hour,Night,Midnight");

    const { TicketRenderer: code = "" } = await recompile(["TicketRenderer"], {
      sources: { [ART_LIBRARY]: art },
    });
    const { abi } = await hre.artifacts.readArtifact("TicketRenderer");
    const [deployer] = await ethers.getSigners();
    const renderer = await new ethers.ContractFactory(abi, code, deployer).deploy();
    /** Pictures by value of a trait, of the first ticket with it. */
    const drawn = new Map<unknown, string>();
    for (let tokenId = 1; !(drawn.has("Tree house") && drawn.has("Midnight")); tokenId += 1) {
      const uri: string = await renderer.getFunction("tokenURI")(tokenId);
      const { image, attributes } = JSON.parse(atob(uri.slice(uri.indexOf(",") + 1)));
      for (const { value } of attributes) {
        if (!drawn.has(value)) drawn.set(value, atob(image.slice(image.indexOf(",") + 1)));
      }
    }

    expect(drawn.get("Tree house"))
      .to.match(/<path fill="#[0-9a-f]{6}" d="M150 258V180h20v78z"\/>/)
      .and.to.match(/stroke-width="4.5" stroke="#[0-9a-f]{6}" d="M100 120 160 70l60 50"/)
      .and.to.include('<g transform="translate(190 80)">')
      .and.to.include('<g transform="translate(120 130)">')
      .and.to.include('<g transform="translate(170 130)">');
    expect(drawn.get("Midnight"))
      .to.include('<path fill="#010203" d="M0 0h320v320H0z"/>')
      .and.to.include('<g transform="translate(160 40)">')
      .and.to.include('<path fill="#fefdfc" d="M8-24a25 25')
      // The tint halves the colours: in every season, the path to the door is #e7d9c0 by day.
      .and.to.include('<path fill="#736c60" d="M142 258h36');
  });

  const HUT = "homes/11-hut.svg";
  const window = / *<rect class="window".*\n/;
  for (const [from, to, problem] of [
    [
      "<title>Tree house</title>",
      "",
      "<svg> has no <title>. Add one: metadata shows it as the trait's value.",
    ],
    [
      "Tree house",
      "Hut, small",
      'the title "Hut, small" may have letters, digits, spaces and hyphens only.',
    ],
    [
      "M150 258V",
      "M150,258V",
      "the contract can't hold \",\" in a path. Use SVG's commands, numbers and single spaces.",
    ],
    ["M150 258V", "V", "a path has to start with M."],
    ['class="wood"', 'class="gold"', 'class="gold" names no ink of contracts/art/inks.svg.'],
    [
      'class="wood" fill="#7a5238"',
      'class="wood" fill="#000000"',
      'wood is drawn with fill="#7a5238".',
    ],
    ['"4.5"', '"4"', 'stroke-width="4" is not one of 1.5, 3, 4.5 to 13.5.'],
    ['"round"', '"square"', 'lines are drawn with stroke-linecap="round".'],
    ['class="wood"', 'class="wood" stroke="#7a5238"', 'a line is a <path> with fill="none".'],
    [
      'class="wood"',
      'class="wood" transform="scale(2)"',
      "the contract has no transform for a <path>. Apply it to the shape, or remove it.",
    ],
    [
      /<path class="wood".*\n/,
      '<ellipse rx="4" ry="5"/>\n',
      "<ellipse> can't be drawn here. Use <path>, <rect> only, in no group.",
    ],
    [new RegExp(window.source.repeat(2)), "", "0 windows. A home has 1 to 16."],
    [/<rect class="chimney".*/, "", 'no element with class="chimney".'],
    ['x="190"', 'x="190.5"', '"190.5 80" is not a place. Use whole numbers from 0 to 320.'],
    ['x="190"', 'x="321"', '"321 80" is not a place. Use whole numbers from 0 to 320.'],
    [
      "Tree house",
      "Cottage",
      'contracts/art/homes/01-cottage.svg has the title "Cottage" too. Give one of them another.',
    ],
    ["</svg>", "", "line 9: unclosed tag: svg. Save it as plain SVG."],
  ] as const) {
    it(`are refused, and it says why: ${problem}`, async () => {
      const generated = generatedWith({ [HUT]: TREE_HOUSE.replace(from, to) });

      expect(await refusalOf(generated)).to.equal(`contracts/art/${HUT}: ${problem}`);
    });
  }

  for (const [file, change, problem] of [
    [
      "homes/01-hut.svg",
      TREE_HOUSE,
      "contracts/art/homes/01-cottage.svg has the number 1 too. Give one of them another.",
    ],
    ["homes/hut.svg", TREE_HOUSE, "name it by its place in the list, like 11-tree-house.svg."],
    [
      "scenery/cloud.svg",
      TREE_HOUSE,
      "no picture is made of it. Known here: sky.svg, stars.svg, sun.svg, moon.svg, ground.svg, path.svg, chimney.svg.",
    ],
    [
      "hours/9-midnight.svg",
      MIDNIGHT.replace('".5"', '".005"'),
      'fill-opacity=".005" of the tint is not a hundredth, 0 to 1.',
    ],
    [
      "inks.svg",
      (text: string) => text.replace('id="b"', 'id="a"'),
      'id="a" of blooms is not a letter of its own, a to z.',
    ],
    [
      "walls.svg",
      (text: string) => text.replace(">Sand<", ">Chalk<"),
      'two swatches have the title "Chalk".',
    ],
    [
      "hearths/1-cold.svg",
      (text: string) => text.replace(' data-share="11"', ""),
      'no data-share="1" to "255" on <svg>: of how many homes in the sum of all shares it is.',
    ],
  ] as const) {
    it(`are refused with such a ${file}: ${problem}`, async () => {
      const generated = generatedWith({ [file]: change });

      expect(await refusalOf(generated)).to.equal(`contracts/art/${file}: ${problem}`);
    });
  }
});

async function refusalOf(generated: Promise<string>): Promise<string> {
  return await generated.then(
    () => "nothing",
    (error: Error) => error.message,
  );
}
