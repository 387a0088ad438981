import { W3mFrameSchema } from "@reown/appkit-wallet";

const REPLY = "@w3m-frame/INIT_SMART_ACCOUNT_SUCCESS";

/** What the kit uses of its schema of the frame's messages. */
interface Schema {
  /** @throws for a message that it does not know */
  parse(data: unknown): unknown;
}

let installed = false;

/**
 * Kit 1.7.4 knows the error with which its embedded wallet's frame answers a request to create a smart account, and has a
 * type for the success, but no message: it refuses that reply, and the request never ends. This accepts the reply.
 */
export function acceptSmartAccountReply(): void {
  if (installed) return;
  installed = true;
  acceptReply(W3mFrameSchema.frameEvent);
}

export function acceptReply(schema: Schema): void {
  const parse = schema.parse.bind(schema);
  schema.parse = (data) => (isReply(data) ? data : parse(data));
}

function isReply(data: unknown): boolean {
  const { type, payload } = (data ?? {}) as { type?: unknown; payload?: unknown };
  if (type !== REPLY) return false;
  const { address, isDeployed } = (payload ?? {}) as { address?: unknown; isDeployed?: unknown };
  return typeof address === "string" && typeof isDeployed === "boolean";
}
