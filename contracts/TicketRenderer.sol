// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ITicketRenderer} from "./interfaces/ITicketRenderer.sol";

/// @title Draws every ticket as the same house with its own number on the door
contract TicketRenderer is ITicketRenderer {
    using Strings for uint256;

    string private constant _DESCRIPTION =
        "One of 5000 tickets to a home on chain. Its picture and words live in the contract.";

    /// @inheritdoc ITicketRenderer
    function tokenURI(uint256 tokenId) external pure returns (string memory) {
        string memory number = tokenId.toString();
        return
            _json(
                string.concat(
                    '{"name":"Hearth #',
                    number,
                    '","description":"',
                    _DESCRIPTION,
                    '","image":"',
                    _picture(number),
                    '"}'
                )
            );
    }

    /// @inheritdoc ITicketRenderer
    function contractURI() external pure returns (string memory) {
        return
            _json(
                string.concat(
                    '{"name":"Hearth","symbol":"HEARTH","description":"',
                    _DESCRIPTION,
                    '","image":"',
                    _picture("5000"),
                    '"}'
                )
            );
    }

    function _picture(string memory number) private pure returns (string memory) {
        return
            string.concat(
                "data:image/svg+xml;base64,",
                Base64.encode(
                    bytes(
                        string.concat(
                            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">',
                            '<path fill="#f3e9dc" d="M0 0h320v320H0z"/>',
                            '<path fill="#7a8b6f" d="M0 250h320v70H0z"/>',
                            '<path fill="#b5533c" d="m60 140 100-80 100 80z"/>',
                            '<path fill="#fff8ee" d="M80 140h160v110H80z"/>',
                            '<path fill="#33413c" d="M140 180h40v70h-40z"/>',
                            '<path fill="#e9b44c" d="M96 164h30v30H96zm98 0h30v30h-30z"/>',
                            '<text x="160" y="294" font-family="Georgia,serif" font-size="28" ',
                            'fill="#fff8ee" text-anchor="middle">',
                            number,
                            "</text></svg>"
                        )
                    )
                )
            );
    }

    function _json(string memory json) private pure returns (string memory) {
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}
