// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Art} from "./Art.sol";
import {Traits} from "./Homes.sol";

/// @dev An SVG colour and its opacity, empty for opaque. A layer without a colour is not drawn.
struct Ink {
    string colour;
    string opacity;
}

/// @dev The inks of a picture by letter, from `a`.
struct Palette {
    Ink[26] inks;
}

/// @title The inks of a picture, by hour, season and house
/// @dev Colours are mixed with the hour's tint, except those of the sky, of sun and moon, and of lamps.
library Inks {
    /// @dev All inks but `a`, the window glass, which differs between the windows of one picture.
    function paletteOf(Traits memory traits) internal pure returns (Palette memory palette) {
        uint256 hour = traits.hour * 3;
        uint256 season = traits.season * 4;
        uint256 tint = _at(Art.HOUR_COLOURS, hour + 2);
        uint256 share = uint8(Art.HOUR_TINT_SHARES[traits.hour]);

        _set(palette, "x", _at(Art.HOUR_COLOURS, hour));
        _set(palette, "z", _at(Art.HOUR_COLOURS, hour + 1));
        _set(palette, "y", 0xf9cd6c);
        _set(palette, "f", _mix(_at(Art.SEASON_COLOURS, season), tint, share));
        _set(palette, "g", _mix(_at(Art.SEASON_COLOURS, season + 1), tint, share));
        _set(palette, "l", _mix(_at(Art.SEASON_COLOURS, season + 2), tint, share));
        _set(palette, "b", _mix(_at(Art.SEASON_COLOURS, season + 3), tint, share));
        _set(palette, "w", _mix(_at(Art.WALL_COLOURS, traits.walls), tint, share));
        _set(palette, "r", _mix(_at(Art.ROOF_COLOURS, traits.roof), tint, share));
        _set(palette, "d", _mix(_at(Art.DOOR_COLOURS, traits.door), tint, share));
        if (Art.SEASON_SNOWS[traits.season] != 0) _set(palette, "j", _mix(0xffffff, tint, share));
        bytes memory fixedInks = bytes(Art.FIXED_INKS);
        for (uint256 i = 0; i < fixedInks.length; ++i) {
            _set(palette, fixedInks[i], _mix(_at(Art.FIXED_INK_COLOURS, i), tint, share));
        }
        palette.inks[_index("s")] = Ink("#1f2d28", ".11");
        palette.inks[_index("v")] = Ink("#1f2d28", ".25");
    }

    /// @dev The ink of a letter. It has no colour if the picture lacks that ink.
    function ink(Palette memory palette, bytes1 letter) internal pure returns (Ink memory) {
        return palette.inks[_index(letter)];
    }

    function _index(bytes1 letter) private pure returns (uint256) {
        return uint8(letter) - uint8(bytes1("a"));
    }

    function _set(Palette memory palette, bytes1 letter, uint256 colour) private pure {
        palette.inks[_index(letter)].colour = _hex(colour);
    }

    function _at(bytes memory colours, uint256 index) private pure returns (uint256 colour) {
        for (uint256 i = 0; i < 3; ++i) {
            colour = (colour << 8) | uint8(colours[index * 3 + i]);
        }
    }

    function _mix(
        uint256 colour,
        uint256 tint,
        uint256 share
    ) private pure returns (uint256 mixed) {
        for (uint256 shift = 0; shift < 24; shift += 8) {
            uint256 own = (colour >> shift) & 0xff;
            uint256 light = (tint >> shift) & 0xff;
            mixed |= ((own * (100 - share) + light * share) / 100) << shift;
        }
    }

    function _hex(uint256 colour) private pure returns (string memory) {
        bytes memory text = "#000000";
        for (uint256 i = 6; i > 0; --i) {
            text[i] = bytes16("0123456789abcdef")[colour & 15];
            colour >>= 4;
        }
        return string(text);
    }
}
