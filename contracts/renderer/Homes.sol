// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {List} from "./List.sol";

/// @dev What a home looks like. Each is an index into the list of the same name below.
struct Traits {
    uint256 hour;
    uint256 season;
    uint256 landscape;
    uint256 home;
    uint256 walls;
    uint256 roof;
    uint256 door;
    uint256 doorway;
    uint256 windows;
    uint256 tree;
    uint256 garden;
    uint256 hearth;
    uint256 sky;
    uint256 company;
    /// One bit a window, the lowest for the first.
    uint256 lights;
    bool mirrored;
}

/// @title Which home belongs to which number
/// @dev Every trait has sixteen bits of the number's hash to itself, so that none depends on another.
library Homes {
    using List for string;

    string internal constant HOURS = "Dawn,Morning,Noon,Afternoon,Golden hour,Dusk,Blue hour,Night";
    string internal constant SEASONS = "Spring,Summer,Autumn,Winter";
    string internal constant VIEWS = "Hills,Mountains,Sea,Town,Forest,Fields";
    string internal constant HOMES =
        "Cottage,Tower,Terrace,Gable,A-frame,Barn,Villa,Windmill,Canal house,Pavilion";
    string internal constant WALLS = "Chalk,Sand,Honey,Terracotta,Rose,Sage,Mist,Slate";
    string internal constant ROOFS = "Brick,Pine,Rust,Ink,Straw,Plum";
    string internal constant DOORS = "Pine,Brick,Ink,Marigold,Teal,Plum,Cream,Sky";
    string internal constant DOORWAYS = "Arched,Square,Double";
    string internal constant WINDOWS = "Sash,Arched,Round,Shuttered,Flower box";
    string internal constant TREES = "Oak,Cypress,Pine,Birch,Apple,Poplar,Willow,Maple";
    string internal constant GARDENS =
        "Hedge,Roses,Sunflowers,Tulips,Picket fence,Lavender,Cabbages,Pumpkins";
    string internal constant HEARTHS = "Cold,Wisp,Plume,Heart";
    string internal constant SKIES = "Clear,Cloud,Clouds,Birds,Balloon,Kite";
    string internal constant COMPANIES = "Nobody,Cat,Dog,Hen,Bicycle,Letterbox,Lantern,Wheelbarrow";

    uint256 private constant _BITS = 16;
    /// @dev One home in 24 sends up a heart; half of the rest are cold.
    uint256 private constant _HEARTS = 24;

    /// @dev The home of ticket `tokenId`.
    function traitsOf(uint256 tokenId) internal pure returns (Traits memory traits) {
        uint256 seed = uint256(keccak256(abi.encode("Hearth", tokenId)));
        traits.hour = _pick(seed, 0, HOURS.count());
        traits.season = _pick(seed, 1, SEASONS.count());
        traits.landscape = _pick(seed, 2, VIEWS.count());
        traits.home = _pick(seed, 3, HOMES.count());
        traits.walls = _pick(seed, 4, WALLS.count());
        traits.roof = _pick(seed, 5, ROOFS.count());
        traits.door = _pick(seed, 6, DOORS.count());
        traits.doorway = _pick(seed, 7, DOORWAYS.count());
        traits.windows = _pick(seed, 8, WINDOWS.count());
        traits.tree = _pick(seed, 9, TREES.count());
        traits.garden = _pick(seed, 10, GARDENS.count());
        uint256 hearth = _pick(seed, 11, _HEARTS);
        traits.hearth =
            hearth == 0
                ? 3
                : hearth < 7
                    ? 2
                    : hearth < 13
                        ? 1
                        : 0;
        traits.sky = _pick(seed, 12, SKIES.count());
        traits.company = _pick(seed, 13, COMPANIES.count());
        traits.mirrored = _pick(seed, 14, 2) == 1;

        // Somebody is always home: of the 2^n patterns of n windows, all but the dark one.
        uint256 panes = windowPlaces(traits.home).count();
        traits.lights = 1 + _pick(seed, 15, (1 << panes) - 1);
    }

    /// @dev How many windows are lit.
    function litWindows(Traits memory traits) internal pure returns (uint256 lit) {
        for (uint256 rest = traits.lights; rest > 0; rest >>= 1) lit += rest & 1;
    }

    /// @dev Where the windows of a home are, by their upper left corners.
    function windowPlaces(uint256 home) internal pure returns (string memory) {
        if (home == 0) return "106 188,188 188,147 132";
        if (home == 1) return "128 126,166 126,128 168,166 168";
        if (home == 2) return "108 122,147 122,186 122,108 168,147 168,186 168";
        if (home == 3) return "147 124,111 188,183 188";
        if (home == 4) return "147 138,110 206,184 206";
        if (home == 5) return "147 120,106 186,188 186";
        if (home == 6) return "147 152,88 196,206 196";
        if (home == 7) return "147 166";
        if (home == 8) return "147 96,120 132,174 132,116 178,178 178";
        return "130 134,164 134,198 134,98 200,196 200";
    }

    function _pick(uint256 seed, uint256 lane, uint256 choices) private pure returns (uint256) {
        return ((seed >> (_BITS * lane)) & type(uint16).max) % choices;
    }
}
