// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Claims a second payment when it is paid, by an event like that of Payouts
contract ForgingPayee {
    event PaidOut(bytes32 indexed affiliate, address indexed payee, uint256 amount);

    receive() external payable {
        emit PaidOut(keccak256("alice"), address(this), 1_000 ether);
    }
}
