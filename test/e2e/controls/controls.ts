import { type Control, KIT_CONTROLS } from "../../../frontend/kit/test/support/kit-controls.ts";

/**
 * Faults by row id, plus a word if the row has several. Patterns use strings, numbers and property
 * names, because minifiers keep those.
 */
export const CONTROLS: Readonly<Record<string, Control>> = {
  "W-01": {
    what: "every feature is on, whatever the deployer set",
    find: /(\w+=>)[\w.]+\.enabled\.includes\(\w+\)/g,
    replacement: "$1!0",
  },
  "W-02": {
    what: "the kit listens for another event than that of wallets' announcements",
    find: /eip6963:announceProvider/g,
    replacement: "eip6963:announcesProvider",
  },
  "W-02 injected": {
    what: "a wallet that is only injected is not looked for",
    find: /\{ethereum:(\w+)\}=window/g,
    replacement: "{nothing:$1}=window",
  },
  "W-03": {
    what: "the QR code has another key than the pairing",
    find: /set\(`symKey`,\w+\.symKey\)/g,
    replacement: "set(`symKey`,`00`.repeat(32))",
  },
  "W-03 link": {
    what: "the link to a telephone's wallet has no pairing",
    find: /wc\?uri=/g,
    replacement: "wc?url=",
  },
  "W-04": {
    what: "a wallet's 4902 is not recognised as the code of an unknown chain",
    find: /ERROR_CODE_UNRECOGNIZED_CHAIN_ID:4902/g,
    replacement: "ERROR_CODE_UNRECOGNIZED_CHAIN_ID:4903",
  },
  "W-05": {
    what: "a message is signed by another method",
    find: /(signMessage - provider is undefined`\).{0,80}method:)`personal_sign`/g,
    replacement: "$1`eth_sign`",
  },
  "W-06": {
    what: "without an address, Connect is not the first view",
    find: /\.reset\(`Account`\):(\w+)\.reset\(`Connect`\)/g,
    replacement: ".reset(`Account`):$1.reset(`Networks`)",
  },
  "W-07": {
    what: "a network that was not requested opens nothing",
    find: /showUnsupportedChainUI\(\)\{[^}]*\}\)\}/g,
    replacement: "showUnsupportedChainUI(){}",
  },
  "W-07 conditions": {
    what: "a network that was not requested opens UnsupportedChain whatever the options are",
    find: /\w+\.state\.enableNetworkSwitch&&!\w+\.state\.allowUnsupportedChain&&!\w+\.state\.wcBasic/g,
    replacement: "!0",
  },
  "W-08": {
    what: "the dialog is below 999",
    find: /(\[`--w3m-z-index`\]\|\|)999/g,
    replacement: "$1998",
  },
  "W-09": {
    what: "the heading changes later",
    find: /HeaderText:120/g,
    replacement: "HeaderText:150",
  },
  "W-10": {
    what: "the kit stores the connection under another key than the page reads",
    find: /CONNECTION_STATUS:`@appkit\/connection_status`/g,
    replacement: "CONNECTION_STATUS:`@appkit/connection_state`",
  },
  "W-10 locked": {
    what: "on reload a wallet is asked for accounts with a prompt",
    find: /(Promise\.all\(\[\w+\.request\(\{method:`)eth_accounts`/g,
    replacement: "$1eth_requestAccounts`",
  },
  "W-11": {
    what: "the permission is not revoked",
    find: /method:`wallet_revokePermissions`,params:\[\{eth_accounts:\{\}\}\]/g,
    replacement: "method:`wallet_getPermissions`",
  },
  "W-11 report": {
    what: "a permission that is kept is not reported",
    find: /console\.warn\(`The wallet did not revoke its permission`,\w+\),\w+\(\w+,this\)\.call\(this\),/g,
    replacement: "",
  },
  "W-12": {
    what: "the kit ignores changes of a wallet's accounts and the end of its session",
    find: /\.on\(`(?:accountsChanged|session_delete)`/g,
    replacement: ".on(`nothing`",
  },
  "W-13": {
    what: "another network than the page's is proposed",
    find: /caipNetworkId:`eip155:\$\{\w+\.chainId\}`/g,
    replacement: "caipNetworkId:`eip155:5`",
  },
  "W-14": {
    what: "another message for a missing project id",
    find: /Project ID Not Configured/g,
    replacement: "Project ID Missing",
  },
  "W-15": {
    what: "capabilities are requested by another method",
    find: /method:`wallet_getCapabilities`,params/g,
    replacement: "method:`wallet_capabilities`,params",
  },
  "W-15 assets": {
    what: "a wallet's tokens are requested by another method",
    find: /method:`wallet_getAssets`/g,
    replacement: "method:`wallet_assets`",
  },
  "W-16": {
    what: "names are compared case-sensitively",
    find: /isLowerCaseMatch\((\w+),(\w+)\)\{return[^}]*\}/g,
    replacement: "isLowerCaseMatch($1,$2){return $1===$2}",
  },
  "W-17": {
    what: "the late error is later",
    find: /(RPC_METHOD_NOT_ALLOWED_UI_MESSAGE\)\}),300\)/g,
    replacement: "$1,301)",
  },
  "W-17 discovery": {
    what: "wallets are listed three seconds after they have answered",
    find: /(window\.addEventListener\(\w+\.EIP6963_ANNOUNCE_EVENT,)(\w+)\)/g,
    replacement: "$1(answer)=>setTimeout($2,3e3,answer))",
  },
  "W-18": {
    what: "the next toast comes later",
    find: /(\.autoClose=\w+\}),150\)/g,
    replacement: "$1,151)",
  },
  "W-19": {
    what: "the kit is another version",
    find: /`1\.7\.4`/g,
    replacement: "`1.7.5`",
  },
  "W-20": {
    what: "the dialog waits for the cloud, for as long as that is silent",
    find: /\.prefetch=async (\w+)=>\(\w+\(\1\),\[\]\)/g,
    replacement: ".prefetch=$1=>new Promise(()=>{})",
  },
  ...KIT_CONTROLS,
};

export function rowOf(control: string): string {
  return control.split(" ")[0] ?? control;
}
