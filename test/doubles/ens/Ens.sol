// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Registry and public resolver of ENS in one, with what a task asks of them.
contract Ens {
    mapping(bytes32 node => address) public owner;
    mapping(bytes32 node => address) public resolver;
    mapping(bytes32 node => bytes) public contenthash;

    error NotAuthorised(bytes32 node, address sender);

    function setRecord(bytes32 node, address newOwner, address newResolver) external {
        owner[node] = newOwner;
        resolver[node] = newResolver;
    }

    function setContenthash(bytes32 node, bytes calldata hash) external {
        if (msg.sender != owner[node]) revert NotAuthorised(node, msg.sender);
        contenthash[node] = hash;
    }

    /// Of the name wrapper, which owns each name that it has wrapped.
    function ownerOf(uint256) external view returns (address) {
        return resolver[0];
    }
}
