/** A fault in the built page that must fail the tests of a row. */
export interface Control {
  readonly what: string;
  /** Matches at least one place in the built scripts; all matches are replaced. */
  readonly find: RegExp;
  readonly replacement: string;
}

/**
 * For each row of the wallet's connection, the feature broken on purpose. The patterns match strings, numbers and property
 * names of the kit, which a minifier keeps; identifiers that it renames are matched by shape.
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
  "W-03": {
    what: "the QR code has another key than the pairing",
    find: /set\(`symKey`,\w+\.symKey\)/g,
    replacement: "set(`symKey`,`00`.repeat(32))",
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
  "W-11": {
    what: "the permission is not revoked",
    find: /method:`wallet_revokePermissions`,params:\[\{eth_accounts:\{\}\}\]/g,
    replacement: "method:`wallet_getPermissions`",
  },
  "W-12": {
    what: "the kit ignores changes of a wallet's accounts and the end of its session",
    find: /\.on\(`(?:accountsChanged|session_delete)`/g,
    replacement: ".on(`nothing`",
  },
  "W-13": {
    what: "another network than the page's is proposed",
    find: /caipNetworkId:`\$\{(\w+)\}:\$\{\w+\.chainId\}`/g,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the script gets it as a template
    replacement: "caipNetworkId:`${$1}:5`",
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
    what: "requests to a silent cloud do not time out",
    find: /=2500,/g,
    replacement: "=25e5,",
  },
  "K-19": {
    what: "a session is requested for thirty days",
    find: /=(\w+)\.SEVEN_DAYS/g,
    replacement: "=$1.THIRTY_DAYS",
  },
  "K-20": {
    what: "another message for a method that was not approved",
    find: /request\(\) method: /g,
    replacement: "request() of: ",
  },
  "K-34": {
    what: "balances and prices are asked for in euros",
    find: /currency:`usd`/g,
    replacement: "currency:`eur`",
  },
  "K-35": {
    what: "any hexadecimal text is a signature",
    find: /\{62,\}\$/g,
    replacement: "*$",
  },
  "K-36": {
    what: "the success of a change of email is another message",
    find: /`@w3m-frame\/UPDATE_EMAIL_SUCCESS`/g,
    replacement: "`@w3m-frame/UPDATED_EMAIL`",
  },
  "K-37": {
    what: "identities are not cached",
    find: /identity:3e5/g,
    replacement: "identity:-1",
  },
  "K-38": {
    what: "another event for a success",
    find: /`DISCONNECT_SUCCESS`/g,
    replacement: "`DISCONNECTED`",
  },
  "K-39": {
    what: "calls that only read are aborted, and the others are not",
    find: /(\.SAFE_RPC_METHODS\.includes\(\w+\))\|\|/g,
    replacement: "$1&&",
  },
  "K-40": {
    what: "a required sign-in does not keep the dialog open",
    find: /\.getRequired\?\.\(\)&&\(/g,
    replacement: ".getRequired?.()&&!(",
  },
  "K-41": {
    what: "one of the ancestors is not allowed by default",
    find: /https:\/\/\*\.pages\.dev/g,
    replacement: "https://*.pages.example",
  },
};
