import { randomInt } from "node:crypto";

/** A visitor's traits. A hijacked host could choose its victims by these. */
export interface Visitor {
  readonly name: string;
  readonly userAgent: string;
  /** `null` for a browser without client hints. */
  readonly platform: string | null;
  readonly languages: string;
  readonly query: string;
  readonly referer: string;
  /** http if the page's address is https, and vice versa. */
  readonly otherScheme: boolean;
  readonly oldProtocol: boolean;
}

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

const LANGUAGES =
  `ar cs-CZ,cs da-DK,da de-DE,de,en en-GB,en en-US,en es-ES,es fr-FR,fr hi-IN,hi,en it-IT,it ja-JP,ja
ko-KR,ko nl-NL,nl,en pl-PL,pl pt-BR,pt ru-RU,ru sv-SE,sv tr-TR,tr uk-UA,uk vi-VN,vi zh-CN,zh`.split(
    /\s/,
  );

/**
 * Random order, codes, labels and languages make the check look like visitors.
 * @param major the version of the imitated browser
 */
export function siteVisitors(codes: readonly string[], major: string): readonly Visitor[] {
  const chrome = (system: string, kind = "") =>
    `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${kind} Safari/537.36`;
  const windows = { userAgent: chrome("Windows NT 10.0; Win64; x64"), platform: "Windows" };
  const mac = { userAgent: chrome("Macintosh; Intel Mac OS X 10_15_7"), platform: "macOS" };
  const android = { userAgent: chrome("Linux; Android 10; K", " Mobile"), platform: "Android" };
  const iphone = { userAgent: `${IPHONE} Version/26.0 Mobile/15E148 Safari/604.1`, platform: null };
  const wallet = { userAgent: `${IPHONE} Mobile/15E148 WebView MetaMaskMobile`, platform: null };
  const firefox = {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:149.0) Gecko/20100101 Firefox/149.0",
    platform: null,
  };
  const label = () => `card=${capital(madeUpWord())}%20${capital(madeUpWord())}`;
  const both = (code: string) => inAnyOrder([`a=${code}`, label()]).join("&");
  const languages = inAnyOrder(LANGUAGES);
  const visitor = (
    name: string,
    agent: Pick<Visitor, "userAgent" | "platform">,
    query: string,
    more: Partial<Visitor> = {},
  ): Visitor => ({
    name,
    ...agent,
    languages: languages.pop() ?? "en-US,en",
    query: query && `?${query}`,
    referer: "",
    otherScheme: false,
    oldProtocol: false,
    ...more,
  });
  return inAnyOrder([
    visitor("a browser", windows, ""),
    visitor("a browser over HTTP/1.1", mac, "", { oldProtocol: true }),
    visitor("a browser over the other scheme", android, "", { otherScheme: true }),
    visitor("a link with a code and a label", mac, both(madeUpCode())),
    visitor("a link with a code on Android", android, `a=${madeUpCode()}`),
    visitor("a link with a label on an iPhone", iphone, label(), { oldProtocol: true }),
    visitor("a link in a wallet's browser", wallet, both(madeUpCode())),
    visitor("a link with a campaign in Firefox", firefox, `utm_source=${madeUpWord()}`),
    visitor("a link from another site", windows, both(madeUpCode()), {
      referer: `https://${madeUpWord()}.com/`,
    }),
    visitor("a link over the other scheme", windows, both(madeUpCode()), { otherScheme: true }),
    ...codes.flatMap((code) => [
      visitor("a link with a code and a label", windows, both(code)),
      visitor("a link with a code on Android", android, `a=${code}`),
    ]),
  ]);
}

function madeUpCode(): string {
  return madeUpWord() + ["", "", `-${madeUpWord()}`, String(randomInt(1, 2_030))][randomInt(4)];
}

function madeUpWord(): string {
  const syllable = () => `${letterOf("bcdfghjklmnprstvwz")}${letterOf("aeiouy")}`;
  const ends = ["", letterOf("lmnrst")][randomInt(2)];
  return Array.from({ length: randomInt(2, 4) }, syllable).join("") + ends;
}

function letterOf(letters: string): string {
  return letters[randomInt(letters.length)] ?? "";
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function inAnyOrder<T>(list: readonly T[]): T[] {
  const left = [...list];
  return list.flatMap(() => left.splice(randomInt(left.length), 1));
}
