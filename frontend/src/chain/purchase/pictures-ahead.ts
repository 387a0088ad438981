import { isMetered } from "../../platform/metered.ts";
import type { Picture, ReadPictures } from "./pictures.ts";
import type { UnsoldTickets } from "./unsold-tickets.ts";

/** What was expected last. */
interface Expected {
  /** `null` until it is known. */
  renderer: string | null;
  /** `null` for what can't be read ahead. */
  readonly reads: Map<bigint, Promise<Picture | null>>;
  readonly pictures: Map<bigint, Picture>;
}

/**
 * Reads the pictures of tickets that a purchase is expected to bring while it waits for its block. A picture follows from
 * the number and from the contract's renderer: if another buyer was faster, the pictures that were read are still those of
 * their numbers. The owner can name another renderer meanwhile, so what was read ahead is shown at once and then confirmed.
 */
export function createPicturesAhead(
  loadUnsold: () => Promise<UnsoldTickets>,
  readSold: ReadPictures,
) {
  let latest: Expected | null = null;

  async function readAhead(own: Expected, tokenIds: readonly bigint[]) {
    const unsold = await loadUnsold();
    const renderer = await unsold.renderer();
    // They are sold, and read by now.
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

  /** If that can't be read, the renderer is believed to be what it was. */
  async function isRenderer(renderer: string): Promise<boolean> {
    try {
      return (await (await loadUnsold()).renderer()) === renderer;
    } catch {
      return true;
    }
  }

  return {
    /** Starts to read them; not if the visitor pays for each byte. */
    expect(tokenIds: readonly bigint[]) {
      if (isMetered()) return;
      latest = { renderer: null, reads: new Map(), pictures: new Map() };
      // It is an extra: after the purchase they are read in any case.
      readAhead(latest, tokenIds).catch(() => undefined);
    },

    /** Those of the tickets that have been read ahead. */
    known: (tokenIds: readonly bigint[]): readonly Picture[] =>
      tokenIds.flatMap((tokenId) => latest?.pictures.get(tokenId) ?? []),

    /** As `readSold`, which is asked for what was not read ahead, and for all if the renderer is another one by now. */
    async load(tokenIds: readonly bigint[]): ReturnType<ReadPictures> {
      const own = latest;
      if (own === null || own.renderer === null) {
        latest = null;
        return readSold(tokenIds);
      }
      const { renderer, reads } = own;
      const [isCurrent, ...found] = await Promise.all([
        isRenderer(renderer),
        ...tokenIds.map(async (tokenId) => {
          const picture = await reads.get(tokenId);
          return picture ? [picture] : await readSold([tokenId]);
        }),
      ]);
      if (!isCurrent) {
        latest = null;
        return readSold(tokenIds);
      }
      const pictures = found.flatMap((each) => (typeof each === "string" ? [] : each));
      const missing = found.find((each) => typeof each === "string");
      return pictures.length > 0 ? pictures : (missing ?? []);
    },
  };
}
