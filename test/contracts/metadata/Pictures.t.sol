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
    uint256 private constant DRAWN_TRAITS = 14;
    /// Positions in the struct.
    uint256 private constant HEARTH = 11;
    uint256 private constant MIRRORED = 15;

    mapping(bytes32 picture => bool) private _drawn;
    mapping(uint256 trait => mapping(uint256 value => uint256)) private _homesWith;

    /// Each value of each trait is within a third of its fair share.
    function test_everyTraitIsSpreadEvenly() public {
        for (uint256 tokenId = 1; tokenId <= SAMPLE; ++tokenId) this.countTraitsOf(tokenId);

        for (uint256 trait = 0; trait < DRAWN_TRAITS; ++trait) {
            if (trait == HEARTH) continue;
            uint256 choices = _choices(trait);
            for (uint256 value = 0; value < choices; ++value) {
                uint256 share = _homesWith[trait][value] * choices;
                require(share * 3 > SAMPLE * 2 && share * 3 < SAMPLE * 4, "share");
            }
        }
        uint256 hearts = _homesWith[HEARTH][3];
        require(hearts > 140 && hearts < 280, "a heart is rare");
        require(_homesWith[HEARTH][0] > 2000, "cold");
        uint256 mirrored = _homesWith[MIRRORED][1];
        require(mirrored > 2300 && mirrored < 2700, "half look west");
    }

    /// Without this, a value could exist in the metadata only.
    function test_everyValueOfEveryTraitChangesThePicture() public {
        for (uint256 trait = 0; trait < DRAWN_TRAITS; ++trait) {
            for (uint256 value = 0; value < _choices(trait); ++value) {
                uint256[16] memory traits = _traitsOf(7);
                traits[trait] = value;
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
    function draw(uint256[16] calldata traits) external pure returns (bytes32) {
        return keccak256(bytes(Picture.draw(abi.decode(abi.encode(traits), (Traits)), 0)));
    }

    function countTraitsOf(uint256 tokenId) external {
        uint256[16] memory traits = _traitsOf(tokenId);
        for (uint256 trait = 0; trait < DRAWN_TRAITS; ++trait) ++_homesWith[trait][traits[trait]];
        ++_homesWith[MIRRORED][traits[MIRRORED]];
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
            Art.HEARTH_NAMES,
            Art.SKY_NAMES,
            Art.COMPANY_NAMES
        ];
        return names[trait].count();
    }

    /// In the order of the struct.
    function _traitsOf(uint256 tokenId) private pure returns (uint256[16] memory) {
        return abi.decode(abi.encode(Homes.traitsOf(tokenId)), (uint256[16]));
    }
}
