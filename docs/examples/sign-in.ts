import type { createAppKit } from "@reown/appkit";
import { getAddress, verifyMessage } from "ethers";

type SignIn = NonNullable<Parameters<typeof createAppKit>[0]["siwx"]>;
type Session = Parameters<SignIn["addSession"]>[0];

const STORAGE_KEY = "sign-in-sessions";
const SESSION_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Sign-in with Ethereum (EIP-4361) for the wallet kit: `createMendedKit({ …, siwx: localSignIn({
 * required: true }) })`. Sessions stay in this browser and prove nothing to a server. For a proof, the
 * server must issue the nonce and verify message and signature. Returns an object, because the kit
 * copies it and a copied class instance loses private fields.
 * @param options.required disconnects a wallet that has not signed
 */
export function localSignIn({ required }: { readonly required: boolean }): SignIn {
  return {
    getRequired: () => required,

    async createMessage({ accountAddress, chainId }) {
      const issued = new Date();
      const data: Session["data"] = {
        accountAddress,
        chainId,
        domain: location.host,
        uri: location.origin,
        version: "1",
        nonce: crypto.randomUUID().replaceAll("-", ""),
        statement: "Sign in to see your tickets.",
        issuedAt: issued.toISOString(),
        expirationTime: new Date(issued.getTime() + SESSION_MS).toISOString(),
      };
      return { ...data, toString: () => messageText(data) };
    },

    async addSession(session) {
      save([...load(), verified(session)]);
    },

    async setSessions(sessions) {
      save(sessions.map(verified));
    },

    async getSessions(chainId, address) {
      return load().filter(({ data }) => isOf(data, chainId, address) && !isOver(data));
    },

    async revokeSession(chainId, address) {
      save(load().filter(({ data }) => !isOf(data, chainId, address)));
    },
  };
}

function load(): Session[] {
  return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
}

function save(sessions: readonly Session[]): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessions));
}

/**
 * The session, if the account has signed its message. A contract's signature would need a call to the
 * chain.
 */
function verified(session: Session): Session {
  const { data, message, signature } = session;
  if (message !== messageText(data)) throw new Error("The message is not this session's");
  if (verifyMessage(message, signature) !== getAddress(data.accountAddress)) {
    throw new Error("The signature is not this account's");
  }
  return session;
}

function isOf(data: Session["data"], chainId: string, address: string): boolean {
  return data.chainId === chainId && data.accountAddress.toLowerCase() === address.toLowerCase();
}

function isOver({ expirationTime }: Session["data"]): boolean {
  return expirationTime === undefined || Date.parse(expirationTime) <= Date.now();
}

function messageText(data: Session["data"]): string {
  return [
    `${data.domain} wants you to sign in with your Ethereum account:`,
    getAddress(data.accountAddress),
    "",
    data.statement,
    "",
    `URI: ${data.uri}`,
    `Version: ${data.version}`,
    `Chain ID: ${data.chainId.split(":")[1]}`,
    `Nonce: ${data.nonce}`,
    `Issued At: ${data.issuedAt}`,
    `Expiration Time: ${data.expirationTime}`,
  ].join("\n");
}
