import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import hre from "hardhat";
import { ART_LIBRARY, generateArt } from "../../../scripts/dev/art/generate-art.ts";
import { ART } from "../../../scripts/dev/art/picture.ts";
import { ethers } from "../fixture.ts";

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

interface BuildInput {
  readonly sources: Readonly<Record<string, { readonly content: string }>>;
  readonly settings: object;
}

async function deployRendererWith(art: string) {
  const folder = path.join(hre.config.paths.artifacts, "build-info");
  const inputs = readdirSync(folder)
    .filter((file) => !file.endsWith(".output.json"))
    .map((file): BuildInput => JSON.parse(readFileSync(path.join(folder, file), "utf8")).input);
  const present = readFileSync(path.join(root, ART_LIBRARY), "utf8");
  const input = inputs.find(
    ({ sources }) =>
      sources[`project/${ART_LIBRARY}`]?.content === present &&
      sources["project/contracts/TicketRenderer.sol"] !== undefined,
  );
  if (input === undefined) throw new Error("No build of the present renderer was found");
  const solc: { compile(input: string): string } = createRequire(import.meta.url)("solc");
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        ...input,
        sources: { ...input.sources, [`project/${ART_LIBRARY}`]: { content: art } },
        settings: {
          ...input.settings,
          outputSelection: {
            "project/contracts/TicketRenderer.sol": { TicketRenderer: ["evm.bytecode.object"] },
          },
        },
      }),
    ),
  );
  const { evm } = output.contracts["project/contracts/TicketRenderer.sol"].TicketRenderer;
  const { abi } = await hre.artifacts.readArtifact("TicketRenderer");
  const [deployer] = await ethers.getSigners();
  const factory = new ethers.ContractFactory(abi, `0x${evm.bytecode.object}`, deployer);
  return await factory.deploy();
}

interface Ticket {
  readonly picture: string;
  readonly traits: ReadonlyMap<string, string | number>;
}

describe("Pictures", () => {
  it("contracts/renderer/Art.sol is what contracts/art gives (npm run art)", async () => {
    expect(await generateArt(path.join(root, ART))).to.equal(
      readFileSync(path.join(root, ART_LIBRARY), "utf8"),
    );
  });

  describe("with one more home and one more hour, a file each", () => {
    let source: string;
    let firstWith: (trait: string, value: string) => Promise<Ticket>;

    before(async () => {
      source = await generatedWith({
        "homes/11-tree-house.svg": TREE_HOUSE,
        "hours/9-midnight.svg": MIDNIGHT,
      });
      const renderer = await deployRendererWith(source);
      firstWith = async (trait, value) => {
        for (let tokenId = 1; ; tokenId += 1) {
          const uri: string = await renderer.getFunction("tokenURI")(tokenId);
          const { image, attributes } = JSON.parse(atob(uri.slice(uri.indexOf(",") + 1)));
          const traits = new Map<string, string | number>(
            attributes.map((item: { trait_type: string; value: string | number }) => [
              item.trait_type,
              item.value,
            ]),
          );
          if (traits.get(trait) !== value) continue;
          return { picture: atob(image.slice(image.indexOf(",") + 1)), traits };
        }
      };
    });

    it("has them in its lists, after the others", () => {
      expect(source).to.include("Canal house,Pavilion,Tree house");
      expect(source)
        .to.include('"wM84 186h152v72H84z')
        .and.include('"oM150 258V180h20v78z;-3rM100 120 160 70l60 50"');
      expect(source).to.include("Blue hour,Night,Midnight");
    });

    it("draws the home: layers, chimney and windows, some of them lit", async () => {
      const { picture, traits } = await firstWith("Home", "Tree house");

      expect(picture).to.match(/<path fill="#[0-9a-f]{6}" d="M150 258V180h20v78z"\/>/);
      expect(picture).to.match(
        /stroke-width="4.5" stroke="#[0-9a-f]{6}" d="M100 120 160 70l60 50"/,
      );
      expect(picture).to.include('<g transform="translate(190 80)">');
      expect(picture).to.include('<g transform="translate(120 130)">');
      expect(picture).to.include('<g transform="translate(170 130)">');
      expect(traits.get("Lights on")).to.be.oneOf([1, 2]);
    });

    it("draws the hour: its sky, the moon in its place, half of the colours the tint's", async () => {
      const { picture } = await firstWith("Hour", "Midnight");

      expect(picture).to.include('<path fill="#010203" d="M0 0h320v320H0z"/>');
      expect(picture).to.include('<g transform="translate(160 40)">');
      expect(picture).to.include('<path fill="#fefdfc" d="M8-24a25 25');
      // In every season, the path to the door is #e7d9c0 by day.
      expect(picture).to.include('<path fill="#736c60" d="M142 258h36');
    });
  });

  const home = "homes/11-hut.svg";
  const hut = (from: string | RegExp, to: string) => TREE_HOUSE.replace(from, to);
  for (const [what, changes, message] of [
    [
      "no title",
      { [home]: hut("<title>Tree house</title>", "") },
      "contracts/art/homes/11-hut.svg: <svg> has no <title>. Add one: metadata shows it as the trait's value.",
    ],
    [
      "a title that would break a list",
      { [home]: hut("Tree house", "Hut, small") },
      'contracts/art/homes/11-hut.svg: the title "Hut, small" may have letters, digits, spaces and hyphens only.',
    ],
    [
      "a comma in a path",
      { [home]: hut("M150 258V", "M150,258V") },
      "contracts/art/homes/11-hut.svg: the contract can't hold \",\" in a path. Use SVG's commands, numbers and single spaces.",
    ],
    [
      "a path that starts elsewhere",
      { [home]: hut("M150 258V", "V") },
      "contracts/art/homes/11-hut.svg: a path has to start with M.",
    ],
    [
      "an ink that there is not",
      { [home]: hut('class="wood"', 'class="gold"') },
      'contracts/art/homes/11-hut.svg: class="gold" names no ink of contracts/art/inks.svg.',
    ],
    [
      "a colour that the contract does not draw",
      { [home]: hut('class="wood" fill="#7a5238"', 'class="wood" fill="#000000"') },
      'contracts/art/homes/11-hut.svg: wood is drawn with fill="#7a5238".',
    ],
    [
      "a line of a width between two steps",
      { [home]: hut('"4.5"', '"4"') },
      'contracts/art/homes/11-hut.svg: stroke-width="4" is not one of 1.5, 3, 4.5 to 13.5.',
    ],
    [
      "a line with square ends",
      { [home]: hut('"round"', '"square"') },
      'contracts/art/homes/11-hut.svg: lines are drawn with stroke-linecap="round".',
    ],
    [
      "a shape with a stroke",
      { [home]: hut('class="wood"', 'class="wood" stroke="#7a5238"') },
      'contracts/art/homes/11-hut.svg: a line is a <path> with fill="none".',
    ],
    [
      "a transform",
      { [home]: hut('class="wood"', 'class="wood" transform="scale(2)"') },
      "contracts/art/homes/11-hut.svg: the contract has no transform for a <path>. Apply it to the shape, or remove it.",
    ],
    [
      "an element that is not drawn",
      { [home]: hut(/<path class="wood".*\n/, '<ellipse rx="4" ry="5"/>\n') },
      "contracts/art/homes/11-hut.svg: <ellipse> can't be drawn here. Use <path>, <rect> only, in no group.",
    ],
    [
      "no window",
      { [home]: hut(/ *<rect class="window".*\n/g, "").replace(/ *<rect class="window".*\n/, "") },
      "contracts/art/homes/11-hut.svg: 0 windows. A home has 1 to 16.",
    ],
    [
      "no chimney",
      { [home]: hut(/<rect class="chimney".*/, "") },
      'contracts/art/homes/11-hut.svg: no element with class="chimney".',
    ],
    [
      "a place between two units",
      { [home]: hut('x="190"', 'x="190.5"') },
      'contracts/art/homes/11-hut.svg: "190.5 80" is not a place. Use whole numbers from 0 to 320.',
    ],
    [
      "a place outside",
      { [home]: hut('x="190"', 'x="321"') },
      'contracts/art/homes/11-hut.svg: "321 80" is not a place. Use whole numbers from 0 to 320.',
    ],
    [
      "a number that another picture has",
      { "homes/10-hut.svg": TREE_HOUSE },
      "contracts/art/homes/10-pavilion.svg: contracts/art/homes/10-hut.svg has the number 10 too. Give one of them another.",
    ],
    [
      "a title that another picture has",
      { [home]: hut("Tree house", "Cottage") },
      'contracts/art/homes/11-hut.svg: contracts/art/homes/01-cottage.svg has the title "Cottage" too. Give one of them another.',
    ],
    [
      "a name without a number",
      { "homes/hut.svg": TREE_HOUSE },
      "contracts/art/homes/hut.svg: name it by its place in the list, like 11-tree-house.svg.",
    ],
    [
      "a file that no picture is made of",
      { "scenery/cloud.svg": TREE_HOUSE },
      "contracts/art/scenery/cloud.svg: no picture is made of it. Known here: sky.svg, stars.svg, sun.svg, moon.svg, ground.svg, path.svg, chimney.svg.",
    ],
    [
      "what is no SVG",
      { [home]: "<svg><title>Hut</title>" },
      "contracts/art/homes/11-hut.svg: line 1: unclosed tag: svg. Save it as plain SVG.",
    ],
    [
      "a tint of less than a hundredth",
      { "hours/9-midnight.svg": MIDNIGHT.replace('".5"', '".005"') },
      'contracts/art/hours/9-midnight.svg: fill-opacity=".005" of the tint is not a hundredth, 0 to 1.',
    ],
    [
      "two inks of a letter",
      { "inks.svg": (text: string) => text.replace('id="b"', 'id="a"') },
      'contracts/art/inks.svg: id="a" of blooms is not a letter of its own, a to z.',
    ],
    [
      "two walls of a name",
      { "walls.svg": (text: string) => text.replace(">Sand<", ">Chalk<") },
      'contracts/art/walls.svg: two swatches have the title "Chalk".',
    ],
    [
      "a hearth without its share",
      { "hearths/1-cold.svg": (text: string) => text.replace(' data-share="11"', "") },
      'contracts/art/hearths/1-cold.svg: no data-share="1" to "255" on <svg>: of how many homes in the sum of all shares it is.',
    ],
  ] as readonly (readonly [string, Changes, string])[]) {
    it(`are refused with ${what}, and it says which file and what to do`, async () => {
      const problem = await generatedWith(changes).then(
        () => "nothing",
        (error: Error) => error.message,
      );

      expect(problem).to.equal(message);
    });
  }
});
