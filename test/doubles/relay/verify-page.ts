import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import type { Page, Route } from "@playwright/test";

const HOST = "https://verify.walletconnect.org";

/**
 * A hidden frame that attests a message's site. We derived it from the client's requests; no row
 * depends on it.
 */
export class VerifyPage {
  readonly asked: { readonly id: string; readonly origin: string }[] = [];
  readonly violations: string[] = [];
  fault: "none" | "silent" = "none";
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor() {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  /** Call this before the page opens. */
  async serve(page: Page): Promise<void> {
    await page.route(`${HOST}/**`, (route) => this.#attest(page, route));
  }

  /** Sends the wallet's client the public key of the attestations. */
  answer(address: string): Response {
    if (address !== `${HOST}/v3/public-key`) return this.#refuse(address);
    return Response.json({
      publicKey: { ...this.#publicKey.export({ format: "jwk" }), key_ops: ["verify"], ext: true },
      expiresAt: inAnHour(),
    });
  }

  async #attest(page: Page, route: Route): Promise<void> {
    const address = new URL(route.request().url());
    const { id, decryptedId, projectId, origin, ...rest } = Object.fromEntries(
      address.searchParams,
    );
    const asDocumented =
      route.request().method() === "GET" &&
      address.pathname === "/v3/attestation" &&
      [id, decryptedId].every((hash) => /^[0-9a-f]{64}$/.test(hash ?? "")) &&
      /^[0-9a-f]{32}$/.test(projectId ?? "") &&
      origin === new URL(page.url()).origin &&
      Object.keys(rest).length === 0;
    if (!asDocumented || id === undefined || origin === undefined) {
      this.#refuse(address.href);
      await route.fulfill({ status: 400, body: "" });
      return;
    }
    this.asked.push({ id, origin });
    if (this.fault !== "none") return;
    const message = JSON.stringify({
      type: "verify_attestation",
      attestation: this.#jwt({
        exp: inAnHour(),
        id,
        origin,
        isScam: false,
        isVerified: true,
      }),
    });
    await route.fulfill({
      contentType: "text/html",
      body: `<script>parent.postMessage(${JSON.stringify(message)}, ${JSON.stringify(origin)})</script>`,
    });
  }

  #refuse(address: string): Response {
    this.violations.push(`The verify page was asked for ${address}`);
    return new Response(null, { status: 400 });
  }

  #jwt(payload: object): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const data = `${part({ alg: "ES256", typ: "JWT" })}.${part(payload)}`;
    const signature = sign("sha256", Buffer.from(data), {
      key: this.#privateKey,
      dsaEncoding: "ieee-p1363",
    });
    return `${data}.${signature.toString("base64url")}`;
  }
}

function inAnHour(): number {
  return Math.floor(Date.now() / 1_000) + 3_600;
}
