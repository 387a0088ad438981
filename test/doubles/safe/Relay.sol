// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Passes a call on, as anyone may do with a Safe's signed transaction
contract Relay {
    error Refused();

    function pass(address to, bytes calldata data) external {
        (bool done, ) = to.call(data);
        if (!done) revert Refused();
    }
}
