// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Collection} from "../../../contracts/Collection.sol";
import {Art} from "../../../contracts/renderer/Art.sol";
import {Homes, Traits} from "../../../contracts/renderer/Homes.sol";
import {List} from "../../../contracts/renderer/List.sol";
import {Picture} from "../../../contracts/renderer/Picture.sol";

/// @title Each trait's values are visible, and as frequent as intended
contract PicturesTest {
    using List for string;

    /// A small collection has too few homes to measure how often a value is drawn.
    uint256 private constant SAMPLE = 5000;
    uint256 private constant UNIFORM_TRAITS = 13;

    mapping(bytes32 picture => bool) private _drawn;
    mapping(uint256 trait => mapping(uint256 value => uint256)) private _homesWith;

    /// Each value of each trait is within a third of its fair share.
    function test_everyTraitIsSpreadEvenly() public {
        for (uint256 tokenId = 1; tokenId <= SAMPLE; ++tokenId) this.countTraitsOf(tokenId);

        for (uint256 trait = 0; trait < UNIFORM_TRAITS; ++trait) {
            uint256 choices = _choices(trait);
            for (uint256 value = 0; value < choices; ++value) {
                uint256 share = _homesWith[trait][value] * choices;
                require(share * 3 > SAMPLE * 2 && share * 3 < SAMPLE * 4, "share");
            }
        }
        uint256 hearts = _homesWith[UNIFORM_TRAITS][3];
        require(hearts > 140 && hearts < 280, "a heart is rare");
        require(_homesWith[UNIFORM_TRAITS][0] > 2000, "cold");
        uint256 mirrored = _homesWith[UNIFORM_TRAITS + 1][1];
        require(mirrored > 2300 && mirrored < 2700, "half look west");
    }

    /// Without this, a value could exist in the metadata only.
    function test_everyValueOfEveryTraitChangesThePicture() public {
        for (uint256 trait = 0; trait <= UNIFORM_TRAITS; ++trait) {
            for (uint256 value = 0; value < _choices(trait); ++value) {
                Traits memory traits = Homes.traitsOf(7);
                _set(traits, trait, value);
                bytes32 key = keccak256(abi.encode(trait, this.draw(traits)));
                require(!_drawn[key], "looks like another value");
                _drawn[key] = true;
            }
        }
    }

    /// No home is dark, and the lights are within the home's windows.
    function test_atLeastOneWindowIsLit() public view {
        for (uint256 tokenId = 1; tokenId <= Collection.SIZE; ++tokenId) this.requireALamp(tokenId);
    }

    /// The functions below are external, because a call frees one picture's memory before the next.
    function draw(Traits calldata traits) external pure returns (bytes32) {
        return keccak256(bytes(Picture.draw(traits, 0)));
    }

    function countTraitsOf(uint256 tokenId) external {
        Traits memory traits = Homes.traitsOf(tokenId);
        for (uint256 trait = 0; trait <= UNIFORM_TRAITS; ++trait) {
            ++_homesWith[trait][_get(traits, trait)];
        }
        ++_homesWith[UNIFORM_TRAITS + 1][traits.mirrored ? 1 : 0];
    }

    function requireALamp(uint256 tokenId) external pure {
        Traits memory traits = Homes.traitsOf(tokenId);
        uint256 panes = Homes.windowPlaces(traits.home).count(";");
        require(traits.lights > 0 && traits.lights < 1 << panes, "lights");
        uint256 lit = 0;
        for (uint256 i = 0; i < panes; ++i) lit += (traits.lights >> i) % 2;
        require(Homes.litWindows(traits) == lit, "lit windows");
    }

    function _choices(uint256 trait) private pure returns (uint256) {
        string[14] memory names = [
            Art.HOUR_NAMES,
            Art.SEASON_NAMES,
            Art.VIEW_NAMES,
            Art.HOME_NAMES,
            Art.WALL_NAMES,
            Art.ROOF_NAMES,
            Art.DOOR_NAMES,
            Art.DOORWAY_NAMES,
            Art.WINDOW_NAMES,
            Art.TREE_NAMES,
            Art.GARDEN_NAMES,
            Art.SKY_NAMES,
            Art.COMPANY_NAMES,
            Art.HEARTH_NAMES
        ];
        return names[trait].count();
    }

    function _get(Traits memory traits, uint256 trait) private pure returns (uint256) {
        uint256[14] memory values = [
            traits.hour,
            traits.season,
            traits.landscape,
            traits.home,
            traits.walls,
            traits.roof,
            traits.door,
            traits.doorway,
            traits.windows,
            traits.tree,
            traits.garden,
            traits.sky,
            traits.company,
            traits.hearth
        ];
        return values[trait];
    }

    function _set(Traits memory traits, uint256 trait, uint256 value) private pure {
        if (trait == 0) traits.hour = value;
        if (trait == 1) traits.season = value;
        if (trait == 2) traits.landscape = value;
        if (trait == 3) traits.home = value;
        if (trait == 4) traits.walls = value;
        if (trait == 5) traits.roof = value;
        if (trait == 6) traits.door = value;
        if (trait == 7) traits.doorway = value;
        if (trait == 8) traits.windows = value;
        if (trait == 9) traits.tree = value;
        if (trait == 10) traits.garden = value;
        if (trait == 11) traits.sky = value;
        if (trait == 12) traits.company = value;
        if (trait == 13) traits.hearth = value;
    }
}
