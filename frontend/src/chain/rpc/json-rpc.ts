import { EndpointError } from "./endpoint-error.ts";
import { Reverted, type RpcCall } from "./transport.ts";

/** The specification's value (K-24). */
const RETRIED_RPC_CODES: readonly unknown[] = [-1, -32005, -32603];

export interface RpcMessage extends RpcCall {
  readonly jsonrpc: "2.0";
  readonly id: number;
}

/** A message's id is its place in the list. */
export function messages(calls: readonly RpcCall[]): readonly RpcMessage[] {
  return calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }));
}

export function bodyOf(request: RpcMessage | readonly RpcMessage[]): string {
  return JSON.stringify(request);
}

export function readResult(answer: unknown): unknown {
  if (!isRecord(answer) || !("jsonrpc" in answer)) {
    throw new TypeError("Not a JSON-RPC answer");
  }
  if (hasError(answer)) {
    const error = rpcError(answer.error);
    if (error instanceof Reverted) return error;
    throw error;
  }
  if (!("result" in answer)) throw new TypeError("Neither result nor error");
  return answer.result;
}

/** Whether the endpoint rejects the whole request, not the call in it. */
export function isRefusal(answer: unknown): boolean {
  if (!isRecord(answer) || !hasError(answer)) return false;
  const error = rpcError(answer.error);
  return error instanceof EndpointError && !error.retried;
}

export function hasId(id: number) {
  return (answer: unknown) => isRecord(answer) && answer.id === id;
}

function hasError(answer: Readonly<Record<string, unknown>>): boolean {
  return answer.error !== undefined && answer.error !== null;
}

function rpcError(error: unknown): Reverted | EndpointError {
  const { code, message, data } = isRecord(error) ? error : {};
  const text = typeof message === "string" ? message : "No message";
  // Geth reports a revert with code 3. Other nodes use -32000 or -32603 and these texts.
  if (code === 3 || /execution reverted|reverted with|\brevert\b/i.test(text)) {
    return new Reverted(revertData(data));
  }
  return new EndpointError(text, RETRIED_RPC_CODES.includes(code));
}

function revertData(data: unknown): string {
  if (typeof data === "string" && /^0x[0-9a-f]*$/i.test(data)) return data;
  // Hardhat nests the data.
  return isRecord(data) && "data" in data ? revertData(data.data) : "0x";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
