// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Art} from "./Art.sol";
import {List} from "./List.sol";

/// @dev A home's traits. Each is an index into the list of that name in `Art`.
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
    /// One bit for each window, the lowest bit for the first: 1 if it is lit.
    uint256 lights;
    bool mirrored;
}

/// @title The traits of each ticket's home
/// @dev Each trait has its own sixteen bits of the number's hash, so no trait depends on another.
library Homes {
    using List for string;

    uint256 private constant _BITS = 16;
    /// @dev Decides all traits: another word draws another collection. It is not the collection's name, so leave it when you
    /// rename.
    string private constant _SEED = "Hearth";

    /// @dev The home of ticket `tokenId`.
    function traitsOf(uint256 tokenId) internal pure returns (Traits memory traits) {
        uint256 seed = uint256(keccak256(abi.encode(_SEED, tokenId)));
        traits.hour = _pick(seed, 0, Art.HOUR_NAMES.count());
        traits.season = _pick(seed, 1, Art.SEASON_NAMES.count());
        traits.landscape = _pick(seed, 2, Art.VIEW_NAMES.count());
        traits.home = _pick(seed, 3, Art.HOME_NAMES.count());
        traits.walls = _pick(seed, 4, Art.WALL_NAMES.count());
        traits.roof = _pick(seed, 5, Art.ROOF_NAMES.count());
        traits.door = _pick(seed, 6, Art.DOOR_NAMES.count());
        traits.doorway = _pick(seed, 7, Art.DOORWAY_NAMES.count());
        traits.windows = _pick(seed, 8, Art.WINDOW_NAMES.count());
        traits.tree = _pick(seed, 9, Art.TREE_NAMES.count());
        traits.garden = _pick(seed, 10, Art.GARDEN_NAMES.count());
        traits.hearth = _hearth(seed);
        traits.sky = _pick(seed, 12, Art.SKY_NAMES.count());
        traits.company = _pick(seed, 13, Art.COMPANY_NAMES.count());
        traits.mirrored = _pick(seed, 14, 2) == 1;

        // All patterns of n windows except the dark one.
        uint256 windows = windowPlaces(traits.home).count(";");
        traits.lights = 1 + _pick(seed, 15, (1 << windows) - 1);
    }

    /// @dev Number of lit windows.
    function litWindows(Traits memory traits) internal pure returns (uint256 lit) {
        for (uint256 rest = traits.lights; rest > 0; rest >>= 1) lit += rest & 1;
    }

    /// @dev The windows' upper left corners, separated by `;`.
    function windowPlaces(uint256 home) internal pure returns (string memory) {
        return Art.HOME_WINDOWS.item(home);
    }

    /// @dev Picks a hearth by weight (`Art.HEARTH_SHARES`), counting from the last hearth.
    function _hearth(uint256 seed) private pure returns (uint256 hearth) {
        bytes memory shares = Art.HEARTH_SHARES;
        uint256 choices = 0;
        for (uint256 i = 0; i < shares.length; ++i) choices += uint8(shares[i]);

        uint256 choice = _pick(seed, 11, choices);
        hearth = shares.length - 1;
        while (choice >= uint8(shares[hearth])) {
            choice -= uint8(shares[hearth]);
            --hearth;
        }
    }

    function _pick(uint256 seed, uint256 lane, uint256 choices) private pure returns (uint256) {
        return ((seed >> (_BITS * lane)) & type(uint16).max) % choices;
    }
}
