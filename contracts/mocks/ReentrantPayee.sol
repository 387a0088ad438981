// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls back into who pays it, once a payment; it can own the sale, so that the calls are let in
contract ReentrantPayee {
    address private _target;
    bytes private _reentry;
    uint256 private _reentryValue;
    bool private _entered;

    /// @notice What the last call back gave.
    event Reentered(bool succeeded, bytes returned);

    receive() external payable {
        if (_entered || _target == address(0)) return;
        _entered = true;
        (bool succeeded, bytes memory returned) = _target.call{value: _reentryValue}(_reentry);
        _entered = false;
        emit Reentered(succeeded, returned);
    }

    function reenterWith(address target, bytes calldata reentry, uint256 value) external {
        _target = target;
        _reentry = reentry;
        _reentryValue = value;
    }

    /// @notice Calls anything in its own name, and reverts as that does.
    function execute(address target, bytes calldata data) external payable {
        (bool succeeded, bytes memory returned) = target.call{value: msg.value}(data);
        if (succeeded) return;
        // Bubbling a reason up has no plain form.
        assembly ("memory-safe") {
            revert(add(returned, 32), mload(returned))
        }
    }
}
