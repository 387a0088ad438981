// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITicketRenderer} from "../interfaces/ITicketRenderer.sol";

/// @title A renderer that can be told from the real one
contract FixedRenderer is ITicketRenderer {
    /// @inheritdoc ITicketRenderer
    function tokenURI(uint256) external pure returns (string memory) {
        return "fixed:ticket";
    }

    /// @inheritdoc ITicketRenderer
    function contractURI() external pure returns (string memory) {
        return "fixed:contract";
    }
}
