// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A program that endpoints run for the page, and that is never deployed
/// @dev The page sends its creation code in an `eth_call` without a recipient, and the constructor returns the answer in
/// the place of code. So an answer has at most 24,576 bytes (EIP-170), and its first byte is not 0xEF (EIP-3541).
abstract contract Lens {
    /// @dev Ends the constructor.
    function _answer(bytes memory data) internal pure {
        // Only assembly chooses what a constructor returns.
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            return(add(data, 0x20), mload(data))
        }
    }
}
