import { createPublicKey, verify } from "node:crypto";
import { decodeBase58, toBeArray } from "ethers";

/** Multicodec's prefix of an Ed25519 public key. */
const ED25519_PREFIX = [0xed, 0x01];

/** The DER prefix that Node requires before such a key. */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

/** Our assumption: no document limits how far a client's clock may be ahead. */
const LEEWAY_SECONDS = 60;

export type Admission = { readonly clientId: string } | { readonly refusal: string };

/**
 * Accepts a client that has a project id, and a JWT for this relay, valid now and signed by the
 * client's key ("Relay Client Auth", "Relay Server API").
 */
export function admit(address: string, relayUrl: string, nowSeconds: number): Admission {
  const { searchParams } = new URL(address);
  const projectId = searchParams.get("projectId");
  // Our assumption: ids are 32 hex digits, like in the provider's dashboard.
  if (projectId === null || !/^[0-9a-f]{32}$/.test(projectId)) {
    return { refusal: "Unauthorized: invalid key" };
  }
  const jwt = searchParams.get("auth");
  if (jwt === null) return { refusal: "JWT validation error: there is none" };
  try {
    return { clientId: checkJwt(jwt, relayUrl, nowSeconds) };
  } catch (error) {
    return { refusal: `JWT validation error: ${(error as Error).message}` };
  }
}

function checkJwt(jwt: string, relayUrl: string, nowSeconds: number): string {
  const [header = "", payload = "", signature = "", ...rest] = jwt.split(".");
  if (rest.length > 0) throw new Error("JWT has more than three parts");
  const { alg, typ } = decode(header);
  if (alg !== "EdDSA" || typ !== "JWT") throw new Error("JWT must use EdDSA");
  const { iss, sub, aud, iat, exp, act } = decode(payload);

  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, publicKeyOf(iss), Buffer.from(signature, "base64url"))) {
    throw new Error("JWT signature is wrong");
  }
  if (aud !== relayUrl) throw new Error(`JWT is for ${aud}, not for ${relayUrl}`);
  // The specification's session identifier: 32 bytes in hex.
  if (typeof sub !== "string" || !/^[0-9a-f]{64}$/.test(sub)) throw new Error("JWT subject");
  if (typeof iat !== "number" || typeof exp !== "number") throw new Error("JWT without its times");
  if (iat > nowSeconds + LEEWAY_SECONDS) throw new Error("JWT Token is not yet valid");
  if (exp <= nowSeconds) throw new Error("JWT Token has expired");
  // The documents require this claim, but no released client sends it. Rejects other values.
  if (act !== undefined && act !== "client_auth") throw new Error("JWT action");
  return String(iss);
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

function publicKeyOf(did: unknown) {
  const [, encoded] = /^did:key:z([1-9A-HJ-NP-Za-km-z]+)$/.exec(String(did)) ?? [];
  if (encoded === undefined) throw new Error("JWT issuer is no did:key");
  const bytes = toBeArray(decodeBase58(encoded));
  if (bytes.length !== 34 || bytes[0] !== ED25519_PREFIX[0] || bytes[1] !== ED25519_PREFIX[1]) {
    throw new Error("JWT issuer is no Ed25519 key");
  }
  const der = Buffer.concat([SPKI_PREFIX, bytes.subarray(2)]);
  return createPublicKey({ key: der, format: "der", type: "spki" });
}
