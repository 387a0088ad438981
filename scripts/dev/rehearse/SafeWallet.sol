// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Stands in for a Safe on a simulated chain
/// @notice Answers the tasks' calls, and executes calls that enough owners approved, with a real Safe's names and hashes.
/// Owners approve by transaction instead of by signature. Other functions of a Safe are missing.
contract SafeWallet {
    // solhint-disable-next-line const-name-snakecase -- the real one's name
    string public constant VERSION = "1.4.1";

    bytes32 private constant _DOMAIN_TYPE = keccak256(
        "EIP712Domain(uint256 chainId,address verifyingContract)"
    );
    bytes32 private constant _SAFE_TX_TYPE = keccak256(
        "SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)"
    );

    uint256 public nonce;
    address[] private _owners;
    uint256 private _threshold;
    mapping(bytes32 txHash => mapping(address owner => bool)) private _approved;

    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    error NotApproved(uint256 approvals, uint256 threshold);
    error Failed(bytes reason);

    constructor(address[] memory owners, uint256 threshold) {
        _owners = owners;
        _threshold = threshold;
    }

    receive() external payable {}

    function approveHash(bytes32 txHash) external {
        _approved[txHash][msg.sender] = true;
    }

    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256,
        uint256,
        uint256,
        address,
        address,
        bytes calldata
    ) external payable returns (bool) {
        _execute(to, value, data, _hashOf(to, value, data, operation));
        return true;
    }

    function getOwners() external view returns (address[] memory) {
        return _owners;
    }

    function getThreshold() external view returns (uint256) {
        return _threshold;
    }

    function _execute(address to, uint256 value, bytes calldata data, bytes32 txHash) private {
        uint256 approvals = 0;
        for (uint256 i = 0; i < _owners.length; ++i) {
            if (_approved[txHash][_owners[i]]) ++approvals;
        }
        if (approvals < _threshold) revert NotApproved(approvals, _threshold);
        ++nonce;
        (bool done, bytes memory reason) = to.call{value: value}(data);
        if (!done) revert Failed(reason);
        emit ExecutionSuccess(txHash, 0);
    }

    /// @dev Assumes no gas refund, because the Transaction Builder asks for none.
    function _hashOf(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation
    ) private view returns (bytes32) {
        bytes memory head = abi.encode(_SAFE_TX_TYPE, to, value, keccak256(data), operation);
        bytes memory tail = abi.encode(0, 0, 0, address(0), address(0), nonce);
        bytes32 domain = keccak256(abi.encode(_DOMAIN_TYPE, block.chainid, address(this)));
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(bytes.concat(head, tail))));
    }
}
