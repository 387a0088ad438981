// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ITicketRenderer} from "./interfaces/ITicketRenderer.sol";

/// @title Names the file of every ticket's metadata, in one folder outside the chain
/// @dev Warning: the chain keeps the names and not the files. What an `https://` folder holds can be changed or taken away
/// by its host; an `ipfs://<cid>/` folder can't be changed, and is available only while it is pinned. There is no owner and
/// no setter: another folder is another renderer.
/// @custom:security-contact Ask the owner() of a Ticket that uses it for an address, or see SECURITY.md in the source repository
contract FolderRenderer is ITicketRenderer {
    using Strings for uint256;

    string private _baseURI;

    /// @notice The address is not that of a folder: `ipfs://<cid>/` or `https://<host>/`, with as many further folders,
    /// ending in `/`, of ASCII letters, digits and `-._~%:/` alone.
    /// @param baseURI what was given
    error InvalidBaseURI(string baseURI);

    /// @param folder the folder's address, for good; so few characters are allowed in it that no JSON, page or log has to
    /// escape one
    constructor(string memory folder) {
        if (!_isFolder(bytes(folder))) revert InvalidBaseURI(folder);
        _baseURI = folder;
    }

    /// @notice The folder that all files are in.
    /// @return its address, `/` at its end included
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

    /// @dev 0 if it is another scheme.
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

    /// @dev The unreserved characters of RFC 3986 (section 2.3), `%`, `:` and `/`. A query or a fragment is no folder's.
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
