import { decodeBase64, Interface, toUtf8String } from "ethers";
import { IERC721A__factory } from "../../../typechain-types/factories/erc721a/contracts/IERC721A__factory.ts";
import { asData } from "./answers.ts";
import type { Transport } from "./transport.ts";

const METADATA = "data:application/json;base64,";
const PICTURE = "data:image/svg+xml;base64,";

/** Reads tickets' pictures out of their metadata on chain (ERC-721). Loaded with ethers, after a purchase. */
export function createPictureReader(transport: Transport, ticketAddress: string) {
  const ticket = new Interface(IERC721A__factory.abi);

  async function readPicture(tokenId: bigint) {
    const data = ticket.encodeFunctionData("tokenURI", [tokenId]);
    const image = await transport.request(
      { method: "eth_call", params: [{ to: ticketAddress, data }, "latest"] },
      (answer) => {
        const [uri] = ticket.decodeFunctionResult("tokenURI", asData(answer));
        return pictureOf(String(uri));
      },
    );
    return { tokenId, image };
  }

  return (tokenIds: readonly bigint[]) => Promise.all(tokenIds.map(readPicture));
}

/** Only a picture that stands in the contract itself is shown: nothing is fetched from anywhere. */
function pictureOf(uri: string): string {
  if (!uri.startsWith(METADATA)) throw new TypeError("The metadata is not on chain");
  const metadata: unknown = JSON.parse(toUtf8String(decodeBase64(uri.slice(METADATA.length))));
  const image = (metadata as Record<string, unknown> | null)?.image;
  if (typeof image !== "string" || !image.startsWith(PICTURE)) {
    throw new TypeError("The picture is not on chain");
  }
  return image;
}
