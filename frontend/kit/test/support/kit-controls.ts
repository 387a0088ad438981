export interface Control {
  readonly what: string;
  /** Must match the built scripts. The test replaces every match. */
  readonly find: RegExp;
  readonly replacement: string;
}

/** Faults of the rows `K`, for `npm run test:faults -- controls`. */
export const KIT_CONTROLS: Readonly<Record<string, Control>> = {
  "K-01": {
    what: "one of the views has another name",
    find: /case`SIWXSignMessage`:return/g,
    replacement: "case`SIWXSign`:return",
  },
  "K-02": {
    what: "without adapters the dialog opens on a desktop as it does with them",
    find: /\.reset\(`ConnectingWalletConnectBasic`\)/g,
    replacement: ".reset(`Connect`)",
  },
  "K-03": {
    what: "the dialog can be closed while a transaction waits for approval",
    find: /if\(\w+\|\|\w+\.state\.view!==`ApproveTransaction`\)/g,
    replacement: "if(!0)",
  },
  "K-04": {
    what: "wallets come first by default",
    find: /\[`email`,`social`,`wallet`\]/g,
    replacement: "[`wallet`,`email`,`social`]",
  },
  "K-05": {
    what: "the account's tabs are in another order",
    find: /\{label:`Tokens`\},\{label:`NFTs`\}/g,
    replacement: "{label:`NFTs`},{label:`Tokens`}",
  },
  "K-06": {
    what: "the code that was sent by email is not asked for",
    find: /===`VERIFY_OTP`\?/g,
    replacement: "===`VERIFY`?",
  },
  "K-07": {
    what: "another email can be sent a second earlier",
    find: /=3e4,(\w+=\{checkIfAllowedToTriggerEmail)/g,
    replacement: "=29e3,$1",
  },
  "K-08": {
    what: "the old address is verified though the wallet asks only for the new one",
    find: /===`VERIFY_SECONDARY_OTP`\?/g,
    replacement: "===`VERIFY_PRIMARY_OTP`?",
  },
  "K-09": {
    what: "one of the providers is refused",
    find: /\[`google`,`github`,`apple`,`facebook`,`x`,`discord`\]/g,
    replacement: "[`google`,`github`,`apple`,`facebook`,`x`]",
  },
  "K-10": {
    what: "the frame has a millisecond less after it is ready",
    find: /(initPromise=void 0,await new Promise\(\w+=>\{setTimeout\(\w+,)500\)/g,
    replacement: "$1499)",
  },
  "K-11": {
    what: "every request is taken for one that only reads",
    find: /(checkIfRequestIsSafe\(\w+\)\{return )[^}]*\}/g,
    replacement: "$1!0}",
  },
  "K-12": {
    what: "another message for a sign-in that was declined",
    find: /`Signature declined`/g,
    replacement: "`Signature refused`",
  },
  "K-13": {
    what: "balances are asked for again 28 s after a failure",
    find: /,30\*(\w+\.ONE_SEC_MS)/g,
    replacement: ",28*$1",
  },
  "K-14": {
    what: "amount and receiver are not required",
    find: /if\(!this\.state\.sendTokenAmount\|\|!this\.state\.receiverAddress\)/g,
    replacement: "if(!1)",
  },
  "K-15": {
    what: "the oldest transaction comes first",
    find: /new Date\((\w+)(\.metadata\.minedAt\)\.getTime\(\)-new Date\()(\w+)\.metadata/g,
    replacement: "new Date($3$2$1.metadata",
  },
  "K-16": {
    what: "swaps are quoted by another call",
    find: /`\/v1\/convert\/quotes`/g,
    replacement: "`/v1/convert/quote`",
  },
  "K-17": {
    what: "the mock's quote, given as an answer, has another id",
    find: /`mocked-quote-id`/g,
    replacement: "`quote-id`",
  },
  "K-18": {
    what: "three characters make a name",
    find: /\{4,\}\$\/u/g,
    replacement: "{3,}$/u",
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
  "K-21": {
    what: "a signature by another account is accepted",
    find: /await \w+\(\{cacao:\w+,projectId:this\.client\.core\.projectId\}\)/g,
    replacement: "!0",
  },
  "K-22": {
    what: "one of the hosts is not allowed by default",
    find: /`https:\/\/\*\.pages\.dev`/g,
    replacement: "`https://*.page.dev`",
  },
  "K-23": {
    what: "a network can be added twice",
    find: /\.find\((\w+)=>\1\.id===(\w+)\.id\)(\|\|\w+\.(?:addNetwork|push)\(\2\))/g,
    replacement: ".find($1=>!1)$3",
  },
  "K-24": {
    what: "the first pause before a retry is longer",
    find: /=150,/g,
    replacement: "=151,",
  },
  "K-25": {
    what: "the kit is not named to the chain API",
    find: /\{st:(\w+\|\|`unknown`)/g,
    replacement: "{kit:$1",
  },
  "K-26": {
    what: "another message for an aborted request",
    find: /`Request was aborted`/g,
    replacement: "`Request aborted`",
  },
  "K-27": {
    what: "another alert for a network that is not configured",
    find: /shortMessage:`Network Not Found`/g,
    replacement: "shortMessage:`Network Not Known`",
  },
  "K-28": {
    what: "the networks with smart accounts are stored under another key",
    find: /SMART_ACCOUNT_ENABLED_NETWORKS:`SMART_ACCOUNT_ENABLED_NETWORKS`/g,
    replacement: "SMART_ACCOUNT_ENABLED_NETWORKS:`SMART_ACCOUNT_NETWORKS`",
  },
  "K-29": {
    what: "one of Coinbase's two chains is another",
    find: /\[1,84532\]/g,
    replacement: "[1,8453]",
  },
  "K-30": {
    what: "an endpoint's stability weighs less",
    find: /(stability:\w+=)\.7/g,
    replacement: "$1.6",
  },
  "K-31": {
    what: "a wallet that is disconnected has another code",
    find: /("code",\{[^}]*value:)4900\}/g,
    replacement: "$14899}",
  },
  "K-32": {
    what: "another message for a chain without an adapter",
    find: /Error\(`Adapter not found`\)/g,
    replacement: "Error(`No adapter`)",
  },
  "K-33": {
    what: "the receiver's name has another field",
    find: /(setReceiverProfileName\(\w+\)\{\w+\.)receiverProfileName=/g,
    replacement: "$1receiverName=",
  },
  "K-33 session": {
    what: "a sign-in session has no cacao",
    find: /(signature:\w+\.s\.s),cacao:\w+/g,
    replacement: "$1",
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
