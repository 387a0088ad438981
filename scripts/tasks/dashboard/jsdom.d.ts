/** The part that charts are drawn with; the package has no types. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string);
    readonly window: { readonly document: unknown };
  }
}
