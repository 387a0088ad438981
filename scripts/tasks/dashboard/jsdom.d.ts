declare module "jsdom" {
  export class JSDOM {
    constructor(source: string, options?: { readonly contentType: string });
    readonly window: { readonly document: unknown };
  }
}
