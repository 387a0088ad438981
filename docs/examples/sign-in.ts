import type { createAppKit } from "@reown/appkit";
import { getAddress, verifyMessage } from "ethers";

type SignIn = NonNullable<Parameters<typeof createAppKit>[0]["siwx"]>;
type Session = Parameters<SignIn["addSession"]>[0];
type Message = Awaited<ReturnType<SignIn["createMessage"]>>;
type NetworkId = Session["data"]["chainId"];

const STORAGE_KEY = "sign-in-sessions";
const SESSION_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Sign-in with Ethereum (EIP-4361) for the wallet kit: `createAppKit({ …, siwx: new LocalSignIn({ required: true }) })`.
 * Sessions stay in this browser. They prove nothing to a server: one that wants a proof gives the nonce, takes message
 * and signature, and checks them itself.
 */
export class LocalSignIn implements SignIn {
  readonly #required: boolean;

  /** @param options.required whether a wallet that has not signed is disconnected */
  constructor({ required }: { readonly required: boolean }) {
    this.#required = required;
  }

  getRequired(): boolean {
    return this.#required;
  }

  async createMessage({
    accountAddress,
    chainId,
  }: Parameters<SignIn["createMessage"]>[0]): Promise<Message> {
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
  }

  async addSession(session: Session): Promise<void> {
    this.#save([...this.#load(), verified(session)]);
  }

  async setSessions(sessions: Session[]): Promise<void> {
    this.#save(sessions.map(verified));
  }

  async getSessions(chainId: NetworkId, address: string): Promise<Session[]> {
    return this.#load().filter(({ data }) => isOf(data, chainId, address) && !isOver(data));
  }

  async revokeSession(chainId: NetworkId, address: string): Promise<void> {
    this.#save(this.#load().filter(({ data }) => !isOf(data, chainId, address)));
  }

  #load(): Session[] {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
  }

  #save(sessions: readonly Session[]): void {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(sessions));
  }
}

/** The session, when its account has signed its message; a contract's signature would need a call to the chain. */
function verified(session: Session): Session {
  const { data, message, signature } = session;
  if (message !== messageText(data)) throw new Error("The message is not the one of this session");
  if (verifyMessage(message, signature) !== getAddress(data.accountAddress)) {
    throw new Error("The signature is somebody else's");
  }
  return session;
}

function isOf(data: Session["data"], chainId: NetworkId, address: string): boolean {
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
