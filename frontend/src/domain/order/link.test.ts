import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../../test/support/random.ts";
import { parseLink } from "./link.ts";
import { meantCode } from "./meant-code.ts";
import { linkTo } from "./own-link.ts";

const link = (parameters: Record<string, string>) =>
  parseLink(`?${new URLSearchParams(parameters)}`);

describe("parseLink", () => {
  it.each(["", "?", "?b=1", "?A=welcome5&Card=Villa"])(
    "finds neither code nor card in %j",
    (search) => {
      expect(parseLink(search)).toEqual({ affiliate: { kind: "none" }, written: null, card: null });
    },
  );

  it("reads both from one query", () => {
    expect(parseLink("?a=welcome5&card=Garden%20Flat")).toMatchObject({
      affiliate: { kind: "code", code: "welcome5" },
      card: "Garden Flat",
    });
  });

  it("takes the first of a repeated parameter", () => {
    expect(parseLink("?a=welcome5&a=openhouse&card=Villa&card=Cottage")).toMatchObject({
      affiliate: { kind: "code", code: "welcome5" },
      card: "Villa",
    });
  });

  it("takes the first of a repeated parameter even when it is empty or malformed", () => {
    expect(parseLink("?a=&a=welcome5").affiliate).toEqual({ kind: "none" });
    expect(parseLink("?a=x&a=welcome5").affiliate).toEqual({ kind: "malformed", shown: "x…" });
  });

  it.each([
    ["?card=Villa&amp;a=welcome5", ""],
    ["?card=Villa", "#a=welcome5"],
    ["?card=Villa", "#utm_source=x&a=WELCOME5"],
  ])("finds the code in %s%s", (search, hash) => {
    expect(parseLink(search, hash)).toMatchObject({
      affiliate: { kind: "code", code: "welcome5" },
      card: "Villa",
    });
  });

  it("takes the query's own before others", () => {
    const { affiliate } = parseLink("?amp;a=second&a=first", "#a=third");
    expect(affiliate).toEqual({ kind: "code", code: "first" });
    expect(parseLink("?a=", "#a=third").affiliate).toEqual({ kind: "none" });
  });

  describe("a", () => {
    it.each(["abc", "welcome5", "a_b-c", "000", "-_-", "a".repeat(32)])("takes %j", (code) => {
      expect(link({ a: code }).affiliate).toEqual({ kind: "code", code });
    });

    it("lower-cases ASCII letters", () => {
      expect(link({ a: "WelCome5" }).affiliate).toEqual({ kind: "code", code: "welcome5" });
    });

    it.each([
      ["too short", "ab", "ab…"],
      ["too long", "a".repeat(33), `${"a".repeat(32)}…`],
      ["10,000 characters", "a".repeat(10_000), `${"a".repeat(32)}…`],
      ["10,000 characters that can't be shown", "€".repeat(10_000), "(unreadable)"],
      ["a line break", "welcome5\n", "welcome5…"],
      ["a right-to-left override", "\u202E5emoclew", "5emoclew…"],
      ["HTML", "<img src=x onerror=alert(1)>", "imgsrcxonerroralert1…"],
      ["a Cyrillic look-alike", "w\u0435lcome5", "wlcome5…"],
      // Only these two non-ASCII letters have a lower case that starts with an ASCII letter.
      ["the Kelvin sign", "boo\u212Aclub", "booclub…"],
      ["a dotted capital I", "\u0130nside", "nside…"],
      ["a lone surrogate", "abc\uD800", "abc…"],
      ["an emoji", "🏠🏠🏠", "(unreadable)"],
    ])("keeps %s malformed", (_, text, shown) => {
      expect(link({ a: text }).affiliate).toEqual({ kind: "malformed", shown });
    });

    it.each([
      ["a zero-width space", "\u200B"],
      ["a zero-width joiner", "\u200D"],
      ["a byte order mark", "\uFEFF"],
      ["a word joiner", "\u2060"],
      ["a soft hyphen", "\u00AD"],
      ["a left-to-right mark", "\u200E"],
      ["a Hangul filler", "\u3164"],
      ["a variation selector", "\uFE0F"],
      ["a tag letter", "\u{E0061}"],
      ["a no-break space", "\u00A0"],
      ["a tab", "\t"],
      ["a null character", "\u0000"],
    ])("takes no code with %s before, inside or after it", (_, invisible) => {
      const malformed = { kind: "malformed", shown: "welcome5…" };
      expect(link({ a: `${invisible}welcome5` }).affiliate).toEqual(malformed);
      expect(link({ a: `wel${invisible}come5` }).affiliate).toEqual(malformed);
      expect(link({ a: `welcome5${invisible}` }).affiliate).toEqual(malformed);
    });

    it("looks for something to show in the first 320 characters only", () => {
      const shown = (text: string) => link({ a: text }).affiliate;
      expect(shown(`${"€".repeat(318)}abc`)).toEqual({ kind: "malformed", shown: "ab…" });
      expect(shown(`${"€".repeat(320)}abc`)).toEqual({ kind: "malformed", shown: "(unreadable)" });
    });

    it.each([
      "?a=%zz&card=%E0%A4%A",
      "?a=%",
      "?a=%E0%A4%A",
      "?a=welcome5%",
      "?a=welcome5%00",
      "?a=%C0%AFwelcome5",
      "?a=welcome5+",
    ])("survives the broken encoding %s", (search) => {
      expect(parseLink(search).affiliate.kind).not.toBe("code");
    });

    it("never turns anything into a code that was not written there", () => {
      const random = seededRandom(20_261_121);
      const pieces = [
        ..."abcxyzABCXYZ0189_-",
        ..." \t\n\u0000\u200B\u202E\u212A\u0130\u017F\uFF41éß€<>&\"'%+./🏠",
        "%20",
        "%zz",
        "\uD800",
      ];
      let valid = 0;
      for (let round = 0; round < 5_000; round += 1) {
        const length = Math.floor(random() * 40);
        // Half the rounds use plain letters, which also produce valid codes.
        const reach = random() < 0.5 ? 18 : pieces.length;
        const text = Array.from({ length }, () => pieces[Math.floor(random() * reach)]).join("");
        const { affiliate } = link({ a: text });
        // The test repeats the rule, because it must not reuse the tested code.
        const isCode =
          text.length >= 3 &&
          text.length <= 32 &&
          [...text].every((char) =>
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-".includes(char),
          );
        if (isCode) {
          valid += 1;
          expect(affiliate, text).toEqual({ kind: "code", code: text.toLowerCase() });
        } else if (text === "") {
          expect(affiliate).toEqual({ kind: "none" });
        } else {
          expect(affiliate, JSON.stringify(text)).toEqual({
            kind: "malformed",
            shown: expect.stringMatching(/^([A-Za-z0-9_-]{1,32}…?|\(unreadable\))$/),
          });
        }
      }
      expect(valid).toBeGreaterThan(1_000);
    });
  });

  describe("card", () => {
    it.each([
      ["letters, digits, spaces and hyphens", "Garden Flat 7-B", "Garden Flat 7-B"],
      ["other alphabets", "Häuser Дом 家 בית", "Häuser Дом 家 בית"],
      ["a decomposed letter, composed", "Ha\u0308user", "Häuser"],
      ["spaces around and repeated", "  Garden   Flat ", "Garden Flat"],
      ["HTML as its letters", "<b onclick='x'>Villa</b>", "b onclickxVilla b"],
      ["control characters as nothing", "Gar\u0000den\u0007\n", "Garden"],
      ["bidi controls as nothing", "\u202EaltiV\u2066\u200F", "altiV"],
      ["zero-width characters as nothing", "Vi\u200Blla\uFEFF", "Villa"],
      ["quotes and braces as nothing", "{\"Villa'`$}", "Villa"],
      ["a lone surrogate as nothing", "Villa\uD83C", "Villa"],
      ["fillers of Hangul as nothing", "Vi\u3164l\u115Fl\u1160a\uFFA0", "Villa"],
      ["fillers that spell a gap as nothing", "Villa\u3164\u3164\u3164Refund", "VillaRefund"],
      ["letters of Hangul", "한국의 집", "한국의 집"],
      ["the vowels of Devanagari", "बगीचा फ्लैट", "बगीचा फ्लैट"],
      ["the vowels and tones of Thai", "บ้านที่สวน", "บ้านที่สวน"],
      ["the points of Hebrew", "בַּיִת", "בַּיִת"],
      ["a slash as a space", "Garden/Flat / 7", "Garden Flat 7"],
      ["no more than three marks on a letter", `Z${"\u0335".repeat(9)}a`, "Z\u0335\u0335\u0335a"],
      ["a mark without a letter as nothing", "\u0335Villa -\u0335 \u0335x", "Villa - x"],
      ["rings around a letter as nothing", "V\u20DDilla", "Villa"],
    ])("takes %s", (_, text, card) => {
      expect(link({ card: text }).card).toBe(card);
    });

    it.each([
      "",
      "   ",
      "<>&",
      "🏠",
      "\u200B\u202E",
      "\n",
      "\u3164",
      "\uFFA0",
      "\u115F\u1160",
      "\u3164 \u3164",
      "\u0301\u0301",
      "\u034F",
      "\u2800",
      "\u17B4",
      "\u180B",
      "\u{E0100}",
      "\u{1D173}",
      "\u00AD",
      "\u2003",
    ])("is none in %j", (text) => {
      expect(link({ card: text }).card).toBeNull();
    });

    it.each([
      ["x".repeat(10_000), "x".repeat(40)],
      ["𝒳".repeat(50), "𝒳".repeat(40)],
      [`${"x".repeat(39)} y`, "x".repeat(39)],
      [`   ${"x".repeat(40)}`, "x".repeat(40)],
    ])("is cut at 40 characters, between them, and never after a space", (text, card) => {
      expect(link({ card: text }).card).toBe(card);
    });

    it("is looked for in the first 400 characters only", () => {
      expect(link({ card: `${"<".repeat(396)}Villa` }).card).toBe("Vill");
      expect(link({ card: `${"<".repeat(400)}Villa` }).card).toBeNull();
    });

    it("stays within its alphabet and length for anything", () => {
      const random = seededRandom(5_000);
      for (let round = 0; round < 3_000; round += 1) {
        const text = Array.from({ length: Math.floor(random() * 120) }, () =>
          String.fromCharCode(Math.floor(random() * (random() < 0.5 ? 0x80 : 0x10000))),
        ).join("");
        const { card } = link({ card: text });
        if (card === null) continue;
        const word = String.raw`(?:[\p{L}\p{N}]\p{M}{0,3}|-)+`;
        expect(card).toMatch(new RegExp(`^${word}( ${word})*$`, "u"));
        expect(card).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
        expect(Array.from(card).length).toBeLessThanOrEqual(40);
      }
    });
  });
});

describe("the code that is meant", () => {
  it.each([
    ...["summer-26.", "summer-26,", "summer-26)", "summer-26!", "summer-26/", 'summer-26"'],
    "summer-26 ",
    "summer-26%20",
    "summer-26\u200B",
    "\u200Bsummer-26",
    "(Summer-26).",
    "summer-26?utm_source=mail",
    "summer-26&utm_source=mail",
    "summer-26#top",
    "“summer-26”",
  ])("of %j is summer-26", (text) => {
    expect(meantCode(text)).toBe("summer-26");
  });

  it.each([
    "",
    "...",
    "ab.",
    "summer 26",
    "sum\u200Bmer-26",
    "s\u0443mmer-26",
    "summer-26\u0443",
    `${"a".repeat(33)}.`,
    `summer-26${".".repeat(400)}`,
    "<b>summer-26</b>",
  ])("of %j is none", (text) => {
    expect(meantCode(text)).toBeNull();
  });
});

describe("the page's link", () => {
  const page = "https://mint.example/drop/?a=old&card=Villa#top";

  it("has the affiliate's code, and nothing else of the address that the page was opened at", () => {
    expect(linkTo(page, "welcome5")).toBe("https://mint.example/drop/?a=welcome5");
    expect(linkTo(page, null)).toBe("https://mint.example/drop/");
  });

  it("leads back to the same code", () => {
    const { affiliate } = parseLink(new URL(linkTo(page, "a-b_c9")).search);
    expect(affiliate).toEqual({ kind: "code", code: "a-b_c9" });
  });
});
