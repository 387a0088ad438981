declare module "jsdom" {
  export class JSDOM {
    constructor(source?: string);
    readonly window: {
      readonly document: unknown;
      readonly DOMParser: new () => {
        parseFromString(text: string, type: string): { readonly documentElement: unknown };
      };
    };
  }
}
