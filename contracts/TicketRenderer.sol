// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Collection} from "./Collection.sol";
import {ITicketRenderer} from "./interfaces/ITicketRenderer.sol";
import {Art} from "./renderer/Art.sol";
import {Homes, Traits} from "./renderer/Homes.sol";
import {List} from "./renderer/List.sol";
import {Picture} from "./renderer/Picture.sol";

/// @title Draws each ticket's home: a scene of sixteen independent traits, chosen by the ticket's number
/// @dev Pure, so metadata and picture depend only on the number. Reading costs no gas, so the code favours clarity and size
/// over gas.
/// @custom:security-contact Ask the owner() of a Ticket that uses it for an address, or see SECURITY.md in the source repository
contract TicketRenderer is ITicketRenderer {
    using List for string;
    using Strings for uint256;

    /// @inheritdoc ITicketRenderer
    function tokenURI(uint256 tokenId) external pure returns (string memory) {
        Traits memory traits = Homes.traitsOf(tokenId);
        string memory number = tokenId.toString();
        return
            _json(
                string.concat(
                    string.concat('{"name":"', Collection.NAME, " #", number),
                    '","description":"',
                    string.concat(
                        Collection.TICKET_DESCRIPTION_HEAD,
                        number,
                        Collection.TICKET_DESCRIPTION_TAIL
                    ),
                    '","image":"',
                    _svg(Picture.draw(traits, tokenId)),
                    '","attributes":[',
                    _attributes(traits),
                    "]}"
                )
            );
    }

    /// @inheritdoc ITicketRenderer
    function contractURI() external pure returns (string memory) {
        string memory image = _svg(Picture.draw(Homes.traitsOf(Collection.SIZE), Collection.SIZE));
        return
            _json(
                string.concat(
                    '{"name":"',
                    Collection.NAME,
                    '","symbol":"',
                    Collection.SYMBOL,
                    '","description":"',
                    Collection.DESCRIPTION,
                    '","image":"',
                    image,
                    '","featured_image":"',
                    image,
                    '","banner_image":"',
                    _svg(_banner()),
                    '"}'
                )
            );
    }

    /// @dev Three homes side by side.
    function _banner() private pure returns (string memory) {
        return
            string.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 320">',
                Picture.scene(Homes.traitsOf(1), 1),
                '<svg x="320" width="320" height="320">',
                Picture.scene(Homes.traitsOf(2), 2),
                '</svg><svg x="640" width="320" height="320">',
                Picture.scene(Homes.traitsOf(3), 3),
                "</svg></svg>"
            );
    }

    function _attributes(Traits memory traits) private pure returns (string memory) {
        return
            string.concat(
                _surroundings(traits),
                _neighbours(traits),
                _house(traits),
                _entrance(traits),
                '{"display_type":"number","trait_type":"Lights on","value":',
                Homes.litWindows(traits).toString(),
                "}"
            );
    }

    function _surroundings(Traits memory traits) private pure returns (string memory) {
        return
            string.concat(
                _attribute("Hour", Art.HOUR_NAMES.item(traits.hour)),
                _attribute("Season", Art.SEASON_NAMES.item(traits.season)),
                _attribute("View", Art.VIEW_NAMES.item(traits.landscape)),
                _attribute("Sky", Art.SKY_NAMES.item(traits.sky))
            );
    }

    function _neighbours(Traits memory traits) private pure returns (string memory) {
        return
            string.concat(
                _attribute("Tree", Art.TREE_NAMES.item(traits.tree)),
                _attribute("Garden", Art.GARDEN_NAMES.item(traits.garden)),
                _attribute("Company", Art.COMPANY_NAMES.item(traits.company)),
                _attribute("Facing", traits.mirrored ? "West" : "East")
            );
    }

    function _house(Traits memory traits) private pure returns (string memory) {
        return
            string.concat(
                _attribute("Home", Art.HOME_NAMES.item(traits.home)),
                _attribute("Walls", Art.WALL_NAMES.item(traits.walls)),
                _attribute("Roof", Art.ROOF_NAMES.item(traits.roof)),
                _attribute("Hearth", Art.HEARTH_NAMES.item(traits.hearth))
            );
    }

    function _entrance(Traits memory traits) private pure returns (string memory) {
        return
            string.concat(
                _attribute("Door", Art.DOOR_NAMES.item(traits.door)),
                _attribute("Doorway", Art.DOORWAY_NAMES.item(traits.doorway)),
                _attribute("Windows", Art.WINDOW_NAMES.item(traits.windows))
            );
    }

    function _attribute(
        string memory name,
        string memory value
    ) private pure returns (string memory) {
        return string.concat('{"trait_type":"', name, '","value":"', value, '"},');
    }

    function _svg(string memory svg) private pure returns (string memory) {
        return string.concat("data:image/svg+xml;base64,", Base64.encode(bytes(svg)));
    }

    function _json(string memory json) private pure returns (string memory) {
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }
}
