import { keccak256 } from "ethers";
import type { DeploymentRecord } from "../../scripts/tasks/record/record.ts";

const ACCOUNT = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

export const fakeArguments: DeploymentRecord["arguments"] = {
  owner: ACCOUNT,
  ticketPrice: "50000000000000000",
  royaltyReceiver: ACCOUNT,
  royaltyBps: 500,
  renderer: ACCOUNT,
  startPaused: true,
};

export function fakeRecord(address: string): DeploymentRecord {
  return {
    network: "sepolia",
    chainId: 11_155_111,
    address,
    renderer: ACCOUNT,
    deployer: ACCOUNT,
    deployerNonce: 0,
    arguments: fakeArguments,
    transactionHash: keccak256("0x00"),
    blockNumber: 7,
    creationCodeHash: keccak256("0x60016000"),
    codeHash: keccak256("0x60"),
    codeSha256: "ab".repeat(32),
    compiler: { version: "", settings: {} },
    commit: null,
  };
}
