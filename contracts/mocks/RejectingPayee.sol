// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Refuses payments with a reason, as a Safe with a guard does
contract RejectingPayee {
    error PaymentRefused();

    receive() external payable {
        revert PaymentRefused();
    }
}
