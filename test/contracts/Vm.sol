// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title The cheatcodes that these tests use, at the address where Hardhat answers them
interface Vm {
    function deal(address account, uint256 newBalance) external;
    function prank(address msgSender) external;
}

Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
