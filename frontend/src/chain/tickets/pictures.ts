import { decodeBase64, Interface, toUtf8String } from "ethers";
import { IERC721A__factory } from "../../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import type { MissingPictures } from "../../domain/words/outcome-words.ts";
import { asData } from "../rpc/answers.ts";
import { Reverted, type Transport } from "../rpc/transport.ts";
import type { FirstRow } from "./first-row.ts";
import { folderOf, isOutsideChain, isReadFrom, readFolderPicture } from "./folder-pictures.ts";
import { isPlainPicture } from "./plain-picture.ts";
import { type Trait, traitsOf } from "./traits.ts";

const METADATA = "data:application/json;base64,";
const PICTURE = "data:image/svg+xml;base64,";
/** The longest answer in hex digits. Our longest picture takes about 45,000. */
const MOST_ANSWER_LETTERS = 60_000;

/** `image` is a `data:image/svg+xml` URL, or the URL of a file in the folder of pictures. */
export interface TicketPicture {
  readonly tokenId: bigint;
  readonly image: string;
  readonly traits: readonly Trait[];
}

export type ReadPictures = (
  tokenIds: readonly bigint[],
) => Promise<readonly TicketPicture[] | MissingPictures>;

type Answer =
  | { readonly kind: "drawn"; readonly image: string; readonly traits: readonly Trait[] }
  | { readonly kind: "file"; readonly uri: string };

/**
 * @param folderUrl `null` to show only on-chain pictures
 * @param taken returns a `tokenURI` that the page has read before
 */
export function createPictureReader(
  transport: Transport,
  ticketAddress: string,
  folderUrl: string | null = null,
  taken: FirstRow["take"] = async () => null,
): ReadPictures {
  const ticket = new Interface(IERC721A__factory.abi);

  function answerIn(metadata: string): Answer {
    if (metadata.length > MOST_ANSWER_LETTERS) throw new TypeError("The metadata is too long");
    const [uri] = ticket.decodeFunctionResult("tokenURI", metadata);
    return isOutsideChain(uri) ? { kind: "file", uri } : { kind: "drawn", ...drawnIn(String(uri)) };
  }

  async function readAnswer(tokenId: bigint): Promise<Answer> {
    const metadata = await taken(tokenId);
    try {
      if (metadata !== null) return answerIn(metadata);
    } catch (error) {
      console.warn("A picture is read again", error);
    }
    const data = ticket.encodeFunctionData("tokenURI", [tokenId]);
    const told = await transport.request(
      { method: "eth_call", params: [{ to: ticketAddress, data }, "latest"] },
      (answer) => (answer instanceof Reverted ? null : answerIn(asData(answer))),
    );
    if (told === null) throw new TypeError("The contract reverts the call for the metadata");
    return told;
  }

  async function readPicture(tokenId: bigint): Promise<TicketPicture | MissingPictures> {
    const answer = await readAnswer(tokenId);
    if (answer.kind === "drawn") return { tokenId, image: answer.image, traits: answer.traits };
    try {
      const folder = folderOf(answer.uri, tokenId);
      if (folderUrl === null || folder === null || !isReadFrom(folder, folderUrl)) return "outside";
      return { tokenId, ...(await readFolderPicture(folder, folderUrl, tokenId)) };
    } catch (error) {
      console.warn("A picture could not be read", error);
      return "unreadable";
    }
  }

  return async (tokenIds) => {
    const found = await Promise.all(tokenIds.map(readPicture));
    const pictures = found.filter((picture) => typeof picture !== "string");
    if (pictures.length > 0 || found.length === 0) return pictures;
    return found.includes("outside") ? "outside" : "unreadable";
  };
}

/**
 * @throws if our renderer can't have drawn the picture, because another picture could block the
 * browser
 */
function drawnIn(uri: string): Pick<TicketPicture, "image" | "traits"> {
  if (!uri.startsWith(METADATA)) throw new TypeError("The metadata is not on chain");
  const metadata: unknown = JSON.parse(toUtf8String(decodeBase64(uri.slice(METADATA.length))));
  const image = (metadata as Record<string, unknown> | null)?.image;
  if (typeof image !== "string" || !image.startsWith(PICTURE)) {
    throw new TypeError("The picture is not on chain");
  }
  if (!isPlainPicture(toUtf8String(decodeBase64(image.slice(PICTURE.length))))) {
    throw new TypeError("The picture is not one that the contract draws");
  }
  return { image, traits: traitsOf(metadata) };
}
