import { isMetered } from "../../platform/metered.ts";
import type { ReadPictures, TicketPicture } from "./pictures.ts";
import type { UnsoldTickets } from "./unsold-tickets.ts";

interface Expected {
  renderer: string | null;
  readonly reads: Map<bigint, Promise<TicketPicture | null>>;
  readonly pictures: Map<bigint, TicketPicture>;
}

export type PicturesAhead = ReturnType<typeof createPicturesAhead>;

/**
 * Reads pictures before the purchase. The owner can replace the renderer, so the page shows a
 * picture at once and checks the renderer afterwards.
 */
export function createPicturesAhead(
  loadUnsold: () => Promise<UnsoldTickets>,
  readSold: ReadPictures,
) {
  let latest: Expected | null = null;

  async function readAhead(own: Expected, tokenIds: readonly bigint[]) {
    const unsold = await loadUnsold();
    const renderer = await unsold.renderer();
    if (latest !== own) return;
    own.renderer = renderer;
    for (const tokenId of tokenIds) {
      const read = unsold.picture(renderer, tokenId).then(
        (picture) => {
          if (picture !== null) own.pictures.set(tokenId, picture);
          return picture;
        },
        () => null,
      );
      own.reads.set(tokenId, read);
    }
  }

  /** Whether the contract still uses this renderer. Also true if the page can't read it. */
  async function isRenderer(renderer: string): Promise<boolean> {
    try {
      return (await (await loadUnsold()).renderer()) === renderer;
    } catch {
      return true;
    }
  }

  return {
    /** Reads nothing on a metered connection. */
    expect(tokenIds: readonly bigint[]): void {
      if (isMetered()) return;
      latest = { renderer: null, reads: new Map(), pictures: new Map() };
      // `load` reads the pictures again after a failure.
      readAhead(latest, tokenIds).catch(() => undefined);
    },

    known: (tokenIds: readonly bigint[]): readonly TicketPicture[] =>
      tokenIds.flatMap((tokenId) => latest?.pictures.get(tokenId) ?? []),

    /**
     * Reads the missing pictures with `readSold`. If the owner replaced the renderer, reads all of
     * them.
     */
    async load(tokenIds: readonly bigint[]): ReturnType<ReadPictures> {
      const own = latest;
      const renderer = own?.renderer ?? null;
      if (own !== null && renderer !== null) {
        const [isCurrent, ...found] = await Promise.all([
          isRenderer(renderer),
          ...tokenIds.map(async (tokenId) => {
            const picture = await own.reads.get(tokenId);
            return picture ? [picture] : await readSold([tokenId]);
          }),
        ]);
        if (isCurrent) {
          const pictures = found.flatMap((each) => (typeof each === "string" ? [] : each));
          const missing = found.find((each) => typeof each === "string");
          return pictures.length > 0 ? pictures : (missing ?? []);
        }
      }
      latest = null;
      return readSold(tokenIds);
    },
  };
}
