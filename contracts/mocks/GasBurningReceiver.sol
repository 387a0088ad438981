// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Burns all the gas it is given, whatever it is called with
contract GasBurningReceiver {
    fallback() external payable {
        // An invalid opcode takes all gas at once.
        assembly ("memory-safe") {
            invalid()
        }
    }
}
