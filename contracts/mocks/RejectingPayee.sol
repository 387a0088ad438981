// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Refuses to be paid, and says why, as a Safe behind a guard would
contract RejectingPayee {
    error PaymentRefused();

    receive() external payable {
        revert PaymentRefused();
    }
}
