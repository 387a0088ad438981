import { decodeBase64, Interface, toUtf8String } from "ethers";
import { IERC721A__factory } from "../../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import { asData } from "../rpc/answers.ts";
import type { Transport } from "../rpc/transport.ts";
import { isPlainPicture } from "./plain-picture.ts";

const METADATA = "data:application/json;base64,";
const PICTURE = "data:image/svg+xml;base64,";
/** In hex. A picture as long as may be, twice in base64, is some 45,000. */
const MOST_ANSWER_LETTERS = 60_000;

/** Reads tickets' pictures out of their metadata on chain (ERC-721). Loaded with ethers, after a purchase. */
export function createPictureReader(transport: Transport, ticketAddress: string) {
  const ticket = new Interface(IERC721A__factory.abi);

  async function readPicture(tokenId: bigint) {
    const data = ticket.encodeFunctionData("tokenURI", [tokenId]);
    const image = await transport.request(
      { method: "eth_call", params: [{ to: ticketAddress, data }, "latest"] },
      (answer) => {
        const data = asData(answer);
        if (data.length > MOST_ANSWER_LETTERS) throw new TypeError("The metadata is too long");
        const [uri] = ticket.decodeFunctionResult("tokenURI", data);
        return pictureOf(String(uri));
      },
    );
    return { tokenId, image };
  }

  return (tokenIds: readonly bigint[]) => Promise.all(tokenIds.map(readPicture));
}

/**
 * Only a picture that stands in the contract itself is shown, so nothing is fetched from anywhere, and only one that the
 * contract's renderer could have drawn: another could keep the browser busy for minutes.
 */
function pictureOf(uri: string): string {
  if (!uri.startsWith(METADATA)) throw new TypeError("The metadata is not on chain");
  const metadata: unknown = JSON.parse(toUtf8String(decodeBase64(uri.slice(METADATA.length))));
  const image = (metadata as Record<string, unknown> | null)?.image;
  if (typeof image !== "string" || !image.startsWith(PICTURE)) {
    throw new TypeError("The picture is not on chain");
  }
  if (!isPlainPicture(toUtf8String(decodeBase64(image.slice(PICTURE.length))))) {
    throw new TypeError("The picture is not one that the contract draws");
  }
  return image;
}
