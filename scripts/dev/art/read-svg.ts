export interface SvgElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgElement[];
  readonly text: string;
}

const NOT_DRAWN = /<\?xml[^>]*\?>|<!--.*?-->/gs;
const TAG = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>([^<]*)/gy;
const ATTRIBUTE = /([\w:-]+)="([^"<]*)"/g;

/** Reads plain SVG: elements, attributes in double quotes, text and comments. @throws if it is anything else */
export function readSvg(source: string): SvgElement {
  const text = source.replaceAll(NOT_DRAWN, "").trim();
  const document = { children: [] as SvgElement[] };
  const open = [{ ...newElement("", ""), children: document.children }];
  let read = 0;
  for (const [tag, closing, name = "", attributes = "", empty, after = ""] of text.matchAll(TAG)) {
    read += tag.length;
    const parent = open.at(-1);
    if (closing === "/") {
      if (parent === undefined || parent.name !== name)
        throw new Error(`</${name}> closes nothing`);
      open.pop();
    } else {
      const element = newElement(name, attributes);
      parent?.children.push(element);
      if (empty !== "/") open.push(element);
    }
    const inside = open.at(-1);
    if (inside !== undefined) inside.text += after;
  }
  const [root, ...rest] = document.children;
  if (read !== text.length) throw new Error(`not plain SVG at "${text.slice(read, read + 40)}"`);
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is not closed`);
  if (root?.name !== "svg" || rest.length > 0) throw new Error("not one <svg> element");
  return root;
}

function newElement(name: string, attributes: string) {
  return {
    name,
    attributes: Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", value = ""]) => [key, value]),
    ) as Record<string, string>,
    children: [] as SvgElement[],
    text: "",
  };
}
