// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Registry, resolver and reverse registrar of ENS in one, with what the page asks of them.
contract NameServer {
    mapping(bytes32 node => address) public resolver;
    mapping(bytes32 node => address) public addr;
    mapping(bytes32 node => string) public name;

    /// The node of "addr.reverse" (ENSIP-3).
    bytes32 private constant REVERSE =
        0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;

    bytes16 private constant DIGITS = "0123456789abcdef";

    /// Of the registrar for names, and the resolver.
    function setAddr(bytes32 node, address resolved) external {
        resolver[node] = address(this);
        addr[node] = resolved;
    }

    /// Of the reverse registrar: the caller chooses its own name.
    function setName(string calldata chosen) external returns (bytes32 node) {
        node = keccak256(abi.encodePacked(REVERSE, keccak256(lowerHex(msg.sender))));
        resolver[node] = address(this);
        name[node] = chosen;
    }

    function lowerHex(address account) private pure returns (bytes memory text) {
        text = new bytes(40);
        for (uint256 place = 0; place < 40; place++) {
            text[place] = DIGITS[uint8(uint160(account) >> (4 * (39 - place))) & 0xf];
        }
    }
}
