import { type ConfigData, HtmlValidate } from "html-validate";

const RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended", "html-validate:a11y", "html-validate:standard"],
  rules: {
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

/** Caches findings by markup, because width and colours don't change the markup. */
const known = new Map<string, readonly string[]>();

export async function findingsInBody(html: string): Promise<readonly string[]> {
  const found = known.get(html) ?? (await findings(ofParts, html));
  known.set(html, found);
  return found;
}

export async function findingsInBuild(html: string): Promise<string[]> {
  const parts: string[] = [];
  const page = html.replaceAll(/<template id="([^"]*)">(.*?)<\/template>/gs, (_, id, content) => {
    // Adds a main element and a heading to a fragment, because the page has both.
    parts.push(content.includes("<main") ? content : `<main><h1>Page</h1>${content}</main>`);
    return `<template id="${id}"></template>`;
  });
  if (parts.length === 0) throw new Error("The build has no templates");
  const found = [findings(ofDocuments, page), ...parts.map(findingsInBody)];
  return (await Promise.all(found)).flat();
}
