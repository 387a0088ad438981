// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Calls back once per payment; it can own the sale, so that its calls are authorised
contract ReentrantPayee {
    address private _target;
    /// @dev In the target's slot: a new one would take more gas than a payee is given on Amsterdam (EIP-8037).
    bool private _entered;
    bytes private _reentry;
    uint256 private _reentryValue;

    /// @notice Result of the last call back.
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

    /// @notice Makes any call from its own address, and reverts with the same data if the call reverts.
    function execute(address target, bytes calldata data) external payable {
        (bool succeeded, bytes memory returned) = target.call{value: msg.value}(data);
        if (succeeded) return;
        // Solidity has no statement that reverts with given data.
        assembly ("memory-safe") {
            revert(add(returned, 32), mload(returned))
        }
    }
}
