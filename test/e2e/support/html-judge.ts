import { type ConfigData, HtmlValidate } from "html-validate";

/** The rules of html-validate that are off, and why. All others of its presets are on. */
const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended", "html-validate:a11y", "html-validate:standard"],
  rules: {
    // How Vite, React and browsers write HTML; the same elements and attributes to a parser.
    "doctype-style": "off",
    "void-style": "off",
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "no-trailing-whitespace": "off",
  },
};

const ofDocuments = new HtmlValidate({
  ...RULES,
  extends: [...(RULES.extends ?? []), "html-validate:document"],
});
const ofParts = new HtmlValidate(RULES);

async function findings(judge: HtmlValidate, html: string): Promise<string[]> {
  const { results } = await judge.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line }) => `html ${ruleId}: ${message}: ${selector ?? line}`,
    ),
  );
}

/** A body is the same at any width and in any colours. */
const known = new Map<string, readonly string[]>();

export async function findingsInBody(html: string): Promise<readonly string[]> {
  const found = known.get(html) ?? (await findings(ofParts, html));
  known.set(html, found);
  return found;
}

/** Of a built file: the page as it is, and what each template can put into it. */
export async function findingsInBuild(html: string): Promise<string[]> {
  const parts: string[] = [];
  const page = html.replaceAll(/<template id="([^"]*)">(.*?)<\/template>/gs, (_, id, content) => {
    // Those that are no page of their own come into one that has its heading.
    parts.push(content.includes("<main") ? content : `<main><h1>Page</h1>${content}</main>`);
    return `<template id="${id}"></template>`;
  });
  if (parts.length === 0) throw new Error("The build has no templates");
  const found = [findings(ofDocuments, page), ...parts.map(findingsInBody)];
  return (await Promise.all(found)).flat();
}
