// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ticket} from "../../contracts/Ticket.sol";
import {SaleConfig} from "../../contracts/interfaces/ITicket.sol";
import {SaleTerms} from "./SaleTerms.sol";

/// @dev An open sale at `SaleTerms.PRICE` with a royalty of 5 %. `owner` is the royalty receiver too; the renderer has no code.
function saleConfig(address owner) pure returns (SaleConfig memory) {
    return
        SaleConfig({
            owner: owner,
            ticketPrice: SaleTerms.PRICE,
            royaltyReceiver: owner,
            royaltyBps: 500,
            renderer: address(1),
            startPaused: false
        });
}

/// @dev Deploys the sale of `saleConfig(owner)`.
function deployTicket(address owner) returns (Ticket) {
    return new Ticket(saleConfig(owner));
}
