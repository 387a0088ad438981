// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Stands in for a Safe on a simulated chain
/// @notice Answers what the tasks ask a Safe, and executes what enough of its owners approved. Approval is by
/// transaction instead of by signature; nothing else of a Safe is here.
contract SafeWallet {
    // solhint-disable-next-line const-name-snakecase -- the real one's name
    string public constant VERSION = "1.4.1";

    uint256 public nonce;
    address[] private _owners;
    uint256 private _threshold;
    mapping(bytes32 call => mapping(address owner => bool)) private _approved;

    error NotApproved(uint256 approvals, uint256 threshold);
    error Failed(bytes reason);

    constructor(address[] memory owners, uint256 threshold) {
        _owners = owners;
        _threshold = threshold;
    }

    receive() external payable {}

    function approve(address to, bytes calldata data) external {
        _approved[keccak256(abi.encode(to, data))][msg.sender] = true;
    }

    function execute(address to, bytes calldata data) external {
        bytes32 call = keccak256(abi.encode(to, data));
        uint256 approvals = 0;
        for (uint256 i = 0; i < _owners.length; ++i) {
            if (_approved[call][_owners[i]]) ++approvals;
        }
        if (approvals < _threshold) revert NotApproved(approvals, _threshold);
        ++nonce;
        (bool done, bytes memory reason) = to.call(data);
        if (!done) revert Failed(reason);
    }

    function getOwners() external view returns (address[] memory) {
        return _owners;
    }

    function getThreshold() external view returns (uint256) {
        return _threshold;
    }
}
