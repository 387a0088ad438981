// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Bytes} from "@openzeppelin/contracts/utils/Bytes.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Collection} from "../../../contracts/Collection.sol";
import {TicketRenderer} from "../../../contracts/TicketRenderer.sol";
import {Homes} from "../../../contracts/renderer/Homes.sol";
import {Picture} from "../../../contracts/renderer/Picture.sol";

/// @title Every home of the renderer as one hash; the collection's words are compared with collection.ts
/// @dev Draws each home once, and reads the metadata of every 25th ticket, because encoding takes most of the time. Any
/// change to the art or to its descriptions changes the hash. If you intend the change, look at it (`npm run gallery`), then
/// replace `GOLDEN` by the hash that the failure names, in the same commit. The collection's name, descriptions and size
/// don't change the hash.
contract GoldenMetadataTest {
    using Bytes for bytes;
    using Strings for uint256;

    bytes32 private constant GOLDEN =
        0x950e3c24df10262a0ef8c079a6e60114898576e3ba40908bc688568a793effeb;
    /// Every collection hashes these numbers, whatever its size.
    uint256 private constant NUMBERS = 5000;
    uint256 private constant DOCUMENTS = 200;
    /// Shares no factor with any trait's number of values.
    uint256 private constant STEP = 1009;
    uint256 private constant MAX_PICTURE = 24_000;
    bytes private constant JSON = "data:application/json;base64,";

    bytes32 private _digest;
    mapping(bytes32 home => bool) private _drawn;
    /// The last ticket with this fault; 0 if there is none.
    uint256 private _misnamed;
    uint256 private _twin;
    uint256 private _large;

    /// Hashes in `setUp`, because Hardhat repeats a failing test and records each step, which would take too long.
    function setUp() public {
        TicketRenderer renderer = new TicketRenderer();
        (bytes32 digest, ) = _split(renderer.contractURI(), _contractWords());
        for (uint256 i = 0; i < DOCUMENTS; ++i) {
            bool named;
            uint256 tokenId = 1 + ((i * STEP) % NUMBERS);
            (digest, named) = this.append(digest, renderer, tokenId);
            if (!named) _misnamed = tokenId;
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

    function test_ticketsHaveTheWordsOfTheCollection() public view {
        require(
            _misnamed == 0,
            string.concat("collection.ts says otherwise of ticket ", _misnamed.toString())
        );
    }

    function test_theContractHasTheWordsOfTheCollectionAndItsLastTicketsPicture() public {
        (, bool named) = _split(new TicketRenderer().contractURI(), _contractWords());
        require(named, "collection.ts says otherwise");
    }

    /// Draws no number on the ticket, because it would make every picture differ.
    /// External, as `append` is, because a call frees one answer's memory before the next.
    function draw(uint256 tokenId) external pure returns (bytes32 home, uint256 size) {
        bytes memory svg = bytes(Picture.draw(Homes.traitsOf(tokenId), 0));
        return (keccak256(svg), svg.length);
    }

    function append(
        bytes32 digest,
        TicketRenderer renderer,
        uint256 tokenId
    ) external pure returns (bytes32, bool) {
        (bytes32 rest, bool named) = _split(renderer.tokenURI(tokenId), _ticketWords(tokenId));
        return (keccak256(bytes.concat(digest, rest)), named);
    }

    /// The hash of a document without its first words, and whether these are the expected ones.
    function _split(
        string memory uri,
        bytes memory words
    ) private pure returns (bytes32 rest, bool named) {
        require(_equal(bytes(uri).slice(0, JSON.length), JSON), "no JSON");
        bytes memory document = Base64.decode(string(bytes(uri).slice(JSON.length)));
        return (
            keccak256(document.slice(words.length)),
            _equal(document.slice(0, words.length), words)
        );
    }

    function _ticketWords(uint256 tokenId) private pure returns (bytes memory) {
        bytes memory number = bytes(tokenId.toString());
        return
            bytes.concat(
                bytes.concat('{"name":"', bytes(Collection.NAME), " #", number),
                bytes.concat(
                    '","description":"',
                    bytes(Collection.TICKET_DESCRIPTION_HEAD),
                    number
                ),
                bytes.concat(bytes(Collection.TICKET_DESCRIPTION_TAIL), '","image":"')
            );
    }

    function _contractWords() private pure returns (bytes memory) {
        uint256 last = Collection.SIZE;
        bytes memory image = bytes(Base64.encode(bytes(Picture.draw(Homes.traitsOf(last), last))));
        bytes memory svg = bytes.concat("data:image/svg+xml;base64,", image);
        return
            bytes.concat(
                bytes.concat('{"name":"', bytes(Collection.NAME)),
                bytes.concat('","symbol":"', bytes(Collection.SYMBOL)),
                bytes.concat('","description":"', bytes(Collection.DESCRIPTION)),
                bytes.concat('","image":"', svg, '","featured_image":"', svg),
                '","banner_image":"'
            );
    }

    function _equal(bytes memory a, bytes memory b) private pure returns (bool) {
        return keccak256(a) == keccak256(b);
    }
}
