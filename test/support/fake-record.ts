import { keccak256 } from "ethers";
import type { DeploymentRecord } from "../../scripts/tasks/record/record.ts";

export function fakeRecord(address: string): DeploymentRecord {
  const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
  return {
    network: "sepolia",
    chainId: 11_155_111,
    address,
    renderer: account,
    deployer: account,
    deployerNonce: 0,
    arguments: {
      owner: account,
      ticketPrice: "50000000000000000",
      royaltyReceiver: account,
      royaltyBps: 500,
      renderer: account,
      startPaused: true,
    },
    transactionHash: keccak256("0x00"),
    blockNumber: 7,
    creationCodeHash: keccak256("0x60016000"),
    codeHash: keccak256("0x60"),
    codeSha256: "ab".repeat(32),
    compiler: { version: "", settings: {} },
    commit: null,
  };
}
