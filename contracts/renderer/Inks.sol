// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Traits} from "./Homes.sol";

/// @dev `#rrggbb` by letter, from `a` on. A layer without its ink is left out.
struct Palette {
    string[26] colours;
}

/// @title The inks of a picture, by hour, season and house
/// @dev What the light falls on is mixed with the hour's tint; what shines, the sky and the lamps, is not.
library Inks {
    /// @dev By hour: sky, sun or moon, tint.
    bytes private constant _HOURS =
        hex"f4d8c6f0946ae2aca3"
        hex"e6ecdff6cb74fff4d8"
        hex"cfe3e1fbe39cffffff"
        hex"efe3cff2b45af6e6c4"
        hex"f5cf96ec8a44e08b3f"
        hex"b98791ec6f4f4a2f52"
        hex"66859ae9e4cf22405c"
        hex"223842f1e6cb10222f";
    /// @dev By hour: how much of 100 the tint takes.
    bytes private constant _SHARES = hex"0c060004141a2634";
    /// @dev By season: far land, ground, leaves, blooms.
    bytes private constant _SEASONS =
        hex"cbdab0a3b981739c62f2b3b5"
        hex"c3cfa87f92714d6a57f7c662"
        hex"dcc796bb9c5fc56f31a8401f"
        hex"d6e0dfeff1ec6f8b81fffaf1";
    bytes private constant _WALLS = hex"fbf3e4ead2a7eab766cf7a56e3a596b5c2a0d5dcd68295a0";
    bytes private constant _ROOFS = hex"b4492c37524a8a3b282f3b44c2912f6a3f58";
    bytes private constant _DOORS = hex"37524aa8401f26343ce0a03c2f7f84733f62f6ead26fa3bd";
    /// @dev What has the same colour in every season and home: cloud, enamel, honey, iron, dark glass, moss, nut, wood,
    /// path, lavender, trim, sea.
    bytes private constant _EVERYWHERE =
        hex"ffffffc8452ceeb02f26302c2a3d368fae78c47a357a5238e7d9c08f6fa8fffaf17fa3a6";
    bytes private constant _EVERYWHERE_LETTERS = "cehikmnopqtu";
    uint256 private constant _WINTER = 3;

    /// @dev All inks but `a`, a window's glass.
    function paletteOf(Traits memory traits) internal pure returns (Palette memory palette) {
        uint256 hour = traits.hour * 3;
        uint256 season = traits.season * 4;
        uint256 tint = _at(_HOURS, hour + 2);
        uint256 share = uint8(_SHARES[traits.hour]);

        _set(palette, "x", _at(_HOURS, hour));
        _set(palette, "z", _at(_HOURS, hour + 1));
        _set(palette, "y", 0xf9cd6c);
        _set(palette, "f", _mix(_at(_SEASONS, season), tint, share));
        _set(palette, "g", _mix(_at(_SEASONS, season + 1), tint, share));
        _set(palette, "l", _mix(_at(_SEASONS, season + 2), tint, share));
        _set(palette, "b", _mix(_at(_SEASONS, season + 3), tint, share));
        _set(palette, "w", _mix(_at(_WALLS, traits.walls), tint, share));
        _set(palette, "r", _mix(_at(_ROOFS, traits.roof), tint, share));
        _set(palette, "d", _mix(_at(_DOORS, traits.door), tint, share));
        if (traits.season == _WINTER) _set(palette, "j", _mix(0xffffff, tint, share));
        for (uint256 i = 0; i < _EVERYWHERE_LETTERS.length; ++i) {
            _set(palette, _EVERYWHERE_LETTERS[i], _mix(_at(_EVERYWHERE, i), tint, share));
        }
        // Shades are ink that lets what is under it through.
        palette.colours[_index("s")] = '#1f2d28" fill-opacity=".11';
        palette.colours[_index("v")] = '#1f2d28" fill-opacity=".25';
    }

    /// @dev Fills the windows to be drawn next with lamplight or with the dark.
    function setGlass(Palette memory palette, bool lit) internal pure {
        palette.colours[_index("a")] = palette.colours[_index(lit ? bytes1("y") : bytes1("k"))];
    }

    /// @dev The ink of this letter, as the text of a `fill` or `stroke`; empty if this picture has none.
    function ink(Palette memory palette, bytes1 letter) internal pure returns (string memory) {
        return palette.colours[_index(letter)];
    }

    function _index(bytes1 letter) private pure returns (uint256) {
        return uint8(letter) - uint8(bytes1("a"));
    }

    function _set(Palette memory palette, bytes1 letter, uint256 colour) private pure {
        palette.colours[_index(letter)] = _hex(colour);
    }

    function _at(bytes memory colours, uint256 index) private pure returns (uint256 colour) {
        for (uint256 i = index * 3; i < index * 3 + 3; ++i) {
            colour = (colour << 8) | uint8(colours[i]);
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
