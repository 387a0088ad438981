// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ticket} from "../../../contracts/Ticket.sol";
import {IAffiliates} from "../../../contracts/interfaces/IAffiliates.sol";
import {deployTicket} from "../DeployTicket.sol";
import {vm} from "../Vm.sol";

/// @title Which codes can be registered, compared with a second implementation of the rule
contract AffiliateCodeTest {
    bytes private constant ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789_-";

    Ticket private _ticket;

    function setUp() public {
        _ticket = deployTicket(address(this));
    }

    /// Any bytes, mostly malformed.
    function testFuzz_anyBytes(bytes calldata code) public {
        _registersExactlyWhenValid(string(code));
    }

    /// Characters of the alphabet only, 0 to 40 of them: the length decides.
    function testFuzz_anyLength(uint256 seed, uint256 length) public {
        _registersExactlyWhenValid(string(_letters(seed, length % 41)));
    }

    /// A valid length, and any byte at any position: that byte decides.
    function testFuzz_anyByteAtAnyPlace(
        uint256 seed,
        uint256 length,
        uint256 place,
        bytes1 char
    ) public {
        bytes memory code = _letters(seed, 3 + (length % 30));
        code[place % code.length] = char;
        _registersExactlyWhenValid(string(code));
    }

    /// Every byte value.
    function test_everyByte() public {
        for (uint256 char = 0; char < 256; ++char) {
            _registersExactlyWhenValid(string(bytes.concat("ab", bytes1(uint8(char)))));
        }
    }

    /// Registering one code changes no other.
    function testFuzz_codesNeverShareARecord(
        uint256 seed,
        uint256 otherSeed,
        uint256 length,
        uint256 otherLength
    ) public {
        string memory code = string(_letters(seed, 3 + (length % 30)));
        string memory other = string(_letters(otherSeed, 3 + (otherLength % 30)));
        vm.assume(keccak256(bytes(code)) != keccak256(bytes(other)));

        _ticket.setAffiliates(_list(code), true);
        require(_ticket.isAffiliateActive(code), "registered");
        require(!_ticket.isAffiliateActive(other), "not registered");
    }

    function _registersExactlyWhenValid(string memory code) private {
        bool valid = _isValid(bytes(code));
        if (!valid) {
            vm.expectRevert(
                abi.encodeWithSelector(IAffiliates.InvalidAffiliateCode.selector, code)
            );
        }
        _ticket.setAffiliates(_list(code), true);
        require(_ticket.isAffiliateActive(code) == valid, "active exactly when valid");
    }

    /// Looks each character up, where the contract compares with ranges.
    function _isValid(bytes memory code) private pure returns (bool) {
        uint256 found = 0;
        for (uint256 i = 0; i < code.length; ++i) {
            for (uint256 j = 0; j < ALPHABET.length; ++j) {
                if (code[i] == ALPHABET[j]) ++found;
            }
        }
        return found == code.length && code.length > 2 && code.length < 33;
    }

    function _letters(uint256 seed, uint256 length) private pure returns (bytes memory letters) {
        letters = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            letters[i] = ALPHABET[uint256(keccak256(abi.encode(seed, i))) % ALPHABET.length];
        }
    }

    function _list(string memory code) private pure returns (string[] memory codes) {
        codes = new string[](1);
        codes[0] = code;
    }
}
