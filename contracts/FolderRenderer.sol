// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ITicketRenderer} from "./interfaces/ITicketRenderer.sol";

/// @title Names the file of each ticket's metadata, in one folder outside the chain
/// @dev Warning: the chain keeps the names, not the files. The host of an `https://` folder can change or remove them. Nobody
/// can change an `ipfs://<cid>/` folder, but it is available only while someone pins it. There is no owner and no setter:
/// another folder is another renderer.
/// @custom:security-contact Ask the owner() of a Ticket that uses it for an address, or see SECURITY.md in the source repository
contract FolderRenderer is ITicketRenderer {
    using Strings for uint256;

    string private _baseURI;

    /// @notice The address is not that of a folder.
    /// @dev Pass `ipfs://<cid>/` or `https://<host>/`, with further folders if you like, ending in `/`. Only ASCII letters,
    /// digits and `-._~%:/` are allowed.
    /// @param baseURI the address as given
    error InvalidBaseURI(string baseURI);

    /// @param folder the folder's address, for ever. Its characters need no escaping in JSON, in a page or in a log.
    constructor(string memory folder) {
        if (!_isFolder(bytes(folder))) revert InvalidBaseURI(folder);
        _baseURI = folder;
    }

    /// @notice The folder of all files.
    /// @return its address, which ends in `/`
    function baseURI() external view returns (string memory) {
        return _baseURI;
    }

    /// @inheritdoc ITicketRenderer
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        return string.concat(_baseURI, tokenId.toString(), ".json");
    }

    /// @inheritdoc ITicketRenderer
    function contractURI() external view returns (string memory) {
        return string.concat(_baseURI, "collection.json");
    }

    function _isFolder(bytes memory folder) private pure returns (bool) {
        uint256 start = _schemeLength(folder);
        uint256 end = folder.length;
        // A host or a content identifier is between the scheme and the last slash.
        if (start == 0 || end < start + 2 || folder[start] == "/" || folder[end - 1] != "/") {
            return false;
        }
        for (uint256 i = start; i < end; ++i) {
            if (!_isAllowed(folder[i])) return false;
        }
        return true;
    }

    /// @dev 0 for another scheme.
    function _schemeLength(bytes memory uri) private pure returns (uint256) {
        if (_startsWith(uri, "ipfs://")) return 7;
        if (_startsWith(uri, "https://")) return 8;
        return 0;
    }

    function _startsWith(bytes memory text, bytes memory prefix) private pure returns (bool) {
        if (text.length < prefix.length) return false;
        for (uint256 i = 0; i < prefix.length; ++i) {
            if (text[i] != prefix[i]) return false;
        }
        return true;
    }

    /// @dev The unreserved characters of RFC 3986 (section 2.3), `%`, `:` and `/`. A folder has no query and no fragment.
    function _isAllowed(bytes1 character) private pure returns (bool) {
        return
            (character >= "a" && character <= "z") ||
            (character >= "A" && character <= "Z") ||
            // The range has `-`, `.`, `/`, the digits and `:`.
            (character >= "-" && character <= ":") ||
            character == "_" ||
            character == "~" ||
            character == "%";
    }
}
