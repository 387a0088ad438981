// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Takes payments, and answers with as many zeros as its gas pays for, so that copying them costs the caller most
contract ReturnBombingPayee {
    receive() external payable {
        // Solidity has no statement that returns from `receive`.
        assembly ("memory-safe") {
            return(mload(0x40), 190000)
        }
    }
}
