/** A fault in the built page for which the tests of a row must go red. */
export interface Control {
  readonly what: string;
  /** What of the built scripts is changed: all of it, and at least one place. */
  readonly find: RegExp;
  readonly replacement: string;
}

/**
 * For each row of the wallet's connection, the feature broken on purpose. What is looked for are words, numbers and
 * property names of the kit, which a minifier leaves alone; what it renames is matched by shape.
 */
export const CONTROLS: Readonly<Record<string, Control>> = {
  "W-01": {
    what: "every feature is on, whatever the deployer set",
    find: /(\w+=>)[\w.]+\.enabled\.includes\(\w+\)/g,
    replacement: "$1!0",
  },
  "W-02": {
    what: "the kit listens for another event than wallets announce themselves with",
    find: /eip6963:announceProvider/g,
    replacement: "eip6963:announcesProvider",
  },
  "W-03": {
    what: "the QR code has a key that is not the pairing's",
    find: /set\(`symKey`,\w+\.symKey\)/g,
    replacement: "set(`symKey`,`00`.repeat(32))",
  },
  "W-04": {
    what: "a wallet's 4902 is not known as the code of an unknown chain",
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
    what: "a network that was not asked for opens nothing",
    find: /showUnsupportedChainUI\(\)\{[^}]*\}\)\}/g,
    replacement: "showUnsupportedChainUI(){}",
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
    what: "the kit remembers the connection under another key than it is restored by",
    find: /CONNECTION_STATUS:`@appkit\/connection_status`/g,
    replacement: "CONNECTION_STATUS:`@appkit/connection_state`",
  },
  "W-11": {
    what: "the permission is not given back",
    find: /method:`wallet_revokePermissions`,params:\[\{eth_accounts:\{\}\}\]/g,
    replacement: "method:`wallet_getPermissions`",
  },
  "W-12": {
    what: "nobody listens to what a wallet says of its accounts, or to the end of its session",
    find: /\.on\(`(?:accountsChanged|session_delete)`/g,
    replacement: ".on(`nothing`",
  },
  "W-13": {
    what: "another network than the page's is proposed",
    find: /caipNetworkId:`\$\{(\w+)\}:\$\{\w+\.chainId\}`/g,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is written into the script as a template
    replacement: "caipNetworkId:`${$1}:5`",
  },
  "W-14": {
    what: "other words for a missing project id",
    find: /Project ID Not Configured/g,
    replacement: "Project ID Missing",
  },
  "W-15": {
    what: "capabilities are asked for by another method",
    find: /method:`wallet_getCapabilities`,params/g,
    replacement: "method:`wallet_capabilities`,params",
  },
  "W-16": {
    what: "names are compared letter by letter",
    find: /isLowerCaseMatch\((\w+),(\w+)\)\{return[^}]*\}/g,
    replacement: "isLowerCaseMatch($1,$2){return $1===$2}",
  },
  "W-17": {
    what: "the late error is later",
    find: /(RPC_METHOD_NOT_ALLOWED_UI_MESSAGE\)\}),300\)/g,
    replacement: "$1,301)",
  },
  "W-18": {
    what: "the next toast comes later",
    find: /(\.autoClose=\w+\}),150\)/g,
    replacement: "$1,151)",
  },
  "W-19": {
    what: "the kit is another version",
    find: /=`1\.7\.4`/g,
    replacement: "=`1.7.5`",
  },
  "W-20": {
    what: "a silent cloud is waited for as long as it likes",
    find: /=2500,/g,
    replacement: "=25e5,",
  },
  "K-19": {
    what: "a session is asked for thirty days",
    find: /=(\w+)\.SEVEN_DAYS/g,
    replacement: "=$1.THIRTY_DAYS",
  },
  "K-20": {
    what: "other words for a method that was not approved",
    find: /request\(\) method: /g,
    replacement: "request() of: ",
  },
};
