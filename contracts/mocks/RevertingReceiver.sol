// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Reverts whatever it is called with, ERC-721's hook included
contract RevertingReceiver {
    error NotWelcome();

    fallback() external payable {
        revert NotWelcome();
    }
}
