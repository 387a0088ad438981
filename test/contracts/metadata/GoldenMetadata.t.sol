// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Collection} from "../../../contracts/Collection.sol";
import {TicketRenderer} from "../../../contracts/TicketRenderer.sol";
import {Homes} from "../../../contracts/renderer/Homes.sol";
import {Picture} from "../../../contracts/renderer/Picture.sol";

/// @title Every home of the renderer as one hash
/// @dev Draws each home once, and reads the metadata of every 25th ticket, because encoding takes most of the time. Any
/// change to the art or to its descriptions changes the hash. If you intend the change, look at it (`npm run gallery`), then
/// replace `GOLDEN` by the hash that the failure names, in the same commit. The collection's name, descriptions and size
/// don't change the hash; `ticket-renderer.test.ts` compares these with collection.ts.
contract GoldenMetadataTest {
    using Bytes for bytes;
    using Strings for uint256;

    bytes32 private constant GOLDEN =
        0xa8d9d5fd643ef3a13bda05c9ff8351bfd63443f68cbffd85fff47d48fa772c99;
    /// Every collection hashes these numbers, whatever its size.
    uint256 private constant NUMBERS = 5000;
    uint256 private constant DOCUMENTS = 200;
    /// Shares no factor with any trait's number of values.
    uint256 private constant STEP = 1009;
    uint256 private constant MAX_PICTURE = 24_000;
    /// Bytes of "data:application/json;base64,".
    uint256 private constant PREFIX = 29;

    bytes32 private _digest;
    mapping(bytes32 home => bool) private _drawn;
    /// The last ticket with this fault; 0 if there is none.
    uint256 private _twin;
    uint256 private _large;

    /// Hashes in `setUp`, because Hardhat repeats a failing test and records each step, which would take too long.
    function setUp() public {
        TicketRenderer renderer = new TicketRenderer();
        bytes32 digest;
        for (uint256 i = 0; i < DOCUMENTS; ++i) {
            digest = this.append(digest, renderer, 1 + ((i * STEP) % NUMBERS));
        }
        uint256 last = NUMBERS > Collection.SIZE ? NUMBERS : Collection.SIZE;
        for (uint256 tokenId = 1; tokenId <= last; ++tokenId) {
            (bytes32 home, uint256 size) = this.draw(tokenId);
            if (tokenId <= NUMBERS) digest = keccak256(abi.encode(digest, home));
            if (tokenId > Collection.SIZE) continue;
            if (_drawn[home]) _twin = tokenId;
            if (size > MAX_PICTURE) _large = tokenId;
            _drawn[home] = true;
        }
        _digest = digest;
    }

    function test_allHomesAreDrawnDifferently() public view {
        require(
            _twin == 0,
            "two tickets have the same home: the art has too few for so large a collection"
        );
    }

    function test_noPictureIsLarge() public view {
        require(_large == 0, string.concat("large: ticket ", _large.toString()));
    }

    function test_theArtIsTheGoldenOne() public view {
        require(
            _digest == GOLDEN,
            string.concat(
                "If the art was changed on purpose, look at it (npm run gallery), then set GOLDEN in ",
                "GoldenMetadata.t.sol to ",
                uint256(_digest).toHexString(32)
            )
        );
    }

    /// Draws no number on the ticket, because it would make every picture differ.
    /// External, as `append` is, because a call frees one answer's memory before the next.
    function draw(uint256 tokenId) external pure returns (bytes32 home, uint256 size) {
        bytes memory svg = bytes(Picture.draw(Homes.traitsOf(tokenId), 0));
        return (keccak256(svg), svg.length);
    }

    /// Leaves out the words of the collection, with which a document begins.
    function append(
        bytes32 digest,
        TicketRenderer renderer,
        uint256 tokenId
    ) external pure returns (bytes32) {
        bytes memory uri = bytes(renderer.tokenURI(tokenId));
        uint256 words =
            bytes
                .concat(
                    bytes.concat('{"name":"', bytes(Collection.NAME), " #"),
                    bytes.concat('","description":"', bytes(Collection.TICKET_DESCRIPTION_HEAD)),
                    bytes.concat(bytes(Collection.TICKET_DESCRIPTION_TAIL), '","image":"')
                )
                .length + 2 * bytes(tokenId.toString()).length;
        bytes memory document = Base64.decode(string(uri.slice(PREFIX)));
        return keccak256(bytes.concat(digest, keccak256(document.slice(words))));
    }
}
