// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Art} from "./Art.sol";
import {Homes, Traits} from "./Homes.sol";
import {Ink, Inks, Palette} from "./Inks.sol";
import {List} from "./List.sol";

/// @title Draws a home as SVG: plain paths and colours, no script, no link, no font
library Picture {
    using Inks for Palette;
    using List for string;
    using Strings for uint256;

    uint256 private constant _DIGIT_PITCH = 13;

    /// @dev A whole SVG document: the home of `traits`, with `number` on the ticket at its foot.
    function draw(Traits memory traits, uint256 number) internal pure returns (string memory) {
        return
            string.concat(
                '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">',
                scene(traits, number),
                "</svg>"
            );
    }

    /// @dev The same without the `<svg>` element around it.
    function scene(Traits memory traits, uint256 number) internal pure returns (string memory) {
        Palette memory palette = Inks.paletteOf(traits);
        return
            string.concat(
                traits.mirrored ? '<g transform="matrix(-1 0 0 1 320 0)">' : "<g>",
                _land(palette, traits),
                _house(palette, traits),
                _garden(palette, traits),
                "</g>",
                _ticket(number)
            );
    }

    function _land(
        Palette memory palette,
        Traits memory traits
    ) private pure returns (string memory) {
        return
            string.concat(
                _paint(palette, Art.SKY),
                _light(palette, traits.hour),
                _paint(palette, Art.SKY_DRAWINGS.item(traits.sky)),
                _paint(palette, Art.VIEW_DRAWINGS.item(traits.landscape)),
                _paint(palette, Art.GROUND),
                _paint(palette, Art.TREE_DRAWINGS.item(traits.tree))
            );
    }

    function _light(Palette memory palette, uint256 hour) private pure returns (string memory) {
        bool night = Art.HOUR_NIGHTS[hour] != 0;
        return
            string.concat(
                night ? _paint(palette, Art.STARS) : "",
                _move(
                    Art.HOUR_LIGHTS.item(hour),
                    string.concat(
                        '<g fill="#fff"><circle r="74" fill-opacity=".12"/><circle r="50" fill-opacity=".16"/></g>',
                        _paint(palette, night ? Art.MOON : Art.SUN)
                    )
                )
            );
    }

    function _house(
        Palette memory palette,
        Traits memory traits
    ) private pure returns (string memory) {
        string memory chimney = string.concat(
            _paint(palette, Art.HEARTH_DRAWINGS.item(traits.hearth)),
            _paint(palette, Art.CHIMNEY)
        );
        return
            string.concat(
                _move(Art.HOME_CHIMNEYS.item(traits.home), chimney),
                _paint(palette, Art.HOME_DRAWINGS.item(traits.home)),
                _windows(palette, traits),
                _paint(palette, Art.PATH),
                _paint(palette, Art.DOORWAY_DRAWINGS.item(traits.doorway))
            );
    }

    function _garden(
        Palette memory palette,
        Traits memory traits
    ) private pure returns (string memory) {
        return
            string.concat(
                _paint(palette, Art.GARDEN_DRAWINGS.item(traits.garden)),
                _paint(palette, Art.COMPANY_DRAWINGS.item(traits.company))
            );
    }

    function _windows(
        Palette memory palette,
        Traits memory traits
    ) private pure returns (string memory all) {
        string memory drawing = Art.WINDOW_DRAWINGS.item(traits.windows);
        string memory lit = _paint(palette, drawing, palette.ink("y"));
        string memory dark = _paint(palette, drawing, palette.ink("k"));
        string memory places = Homes.windowPlaces(traits.home);
        uint256 windows = places.count(";");
        for (uint256 i = 0; i < windows; ++i) {
            bool isLit = (traits.lights >> i) & 1 == 1;
            all = string.concat(all, _move(places.item(i, ";"), isLit ? lit : dark));
        }
    }

    function _ticket(uint256 number) private pure returns (string memory) {
        bytes memory digits = bytes(number.toString());
        string memory lines = "";
        for (uint256 i = 0; i < digits.length; ++i) {
            string memory line = Art.DIGITS.item(uint8(digits[i]) - uint8(bytes1("0")));
            lines = string.concat(
                lines,
                _move((i * _DIGIT_PITCH).toString(), string.concat('<path d="', line, '"/>'))
            );
        }
        uint256 half = (digits.length * _DIGIT_PITCH - 4) / 2;
        return
            _move(
                "160 298",
                string.concat(
                    _stub((half + 16).toString(), (half * 2 + 32).toString()),
                    '<g transform="translate(-',
                    half.toString(),
                    ' -6)" fill="none" stroke="#a8401f" stroke-width="2.6" stroke-linecap="round" ',
                    'stroke-linejoin="round">',
                    lines,
                    "</g>"
                )
            );
    }

    function _stub(string memory half, string memory whole) private pure returns (string memory) {
        return
            string.concat(
                '<path fill="#fffaf1" stroke="#1f2d28" stroke-opacity=".2" d="M-',
                half,
                "-14h",
                whole,
                "v8a6 6 0 0 0 0 12v8h-",
                whole,
                'v-8a6 6 0 0 0 0-12z"/>'
            );
    }

    /// @dev Paints a drawing of `Art` that has no glass.
    function _paint(
        Palette memory palette,
        string memory drawing
    ) private pure returns (string memory) {
        return _paint(palette, drawing, Ink("", ""));
    }

    /// @dev A drawing of `Art`, layer by layer, in these inks, with `glass` for the letter `a`.
    function _paint(
        Palette memory palette,
        string memory drawing,
        Ink memory glass
    ) private pure returns (string memory svg) {
        bytes memory text = bytes(drawing);
        uint256 start = 0;
        while (start < text.length) {
            uint256 end = List.end(text, start, ";");
            bool isLine = text[start] == "-";
            uint256 letter = start + (isLine ? 2 : 0);
            Ink memory ink = text[letter] == "a" ? glass : palette.ink(text[letter]);
            if (bytes(ink.colour).length != 0) {
                svg = string.concat(
                    svg,
                    "<path",
                    isLine ? _line(text[start + 1]) : "",
                    _coloured(isLine ? "stroke" : "fill", ink),
                    ' d="',
                    List.slice(text, letter + 1, end),
                    '"/>'
                );
            }
            start = end + 1;
        }
    }

    /// @dev The attributes of a `stroke` or a `fill` in this ink.
    function _coloured(
        string memory what,
        Ink memory ink
    ) private pure returns (string memory svg) {
        svg = string.concat(" ", what, '="', ink.colour, '"');
        if (bytes(ink.opacity).length != 0) {
            svg = string.concat(svg, " ", what, '-opacity="', ink.opacity, '"');
        }
    }

    /// @dev The attributes of a line, `digit` steps of 1.5 wide, without its ink.
    function _line(bytes1 digit) private pure returns (string memory) {
        uint256 steps = uint8(digit) - uint8(bytes1("0"));
        return
            string.concat(
                ' fill="none" stroke-linecap="round" stroke-width="',
                ((steps * 3) / 2).toString(),
                steps % 2 == 0 ? "" : ".5",
                '"'
            );
    }

    function _move(string memory place, string memory svg) private pure returns (string memory) {
        return string.concat('<g transform="translate(', place, ')">', svg, "</g>");
    }
}
