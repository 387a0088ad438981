import { ethers } from "./fixture.ts";

/**
 * Follows the price through an executed transaction, for every valid price at once.
 *
 * A valid price is STEP times s, s from 1 to STEPS. Each value on the stack and in memory is either known (it does not
 * depend on the price, so the trace has it), or a multiple of s, or lost. A multiple stays one only where that is true
 * of every s: nothing wraps around, no division leaves a remainder, a mask cuts nothing off. A jump whose condition is
 * lost might go the other way at another price, so it is an error. Thus where this comes to an end, every valid price
 * takes the same path, and what it says of the result holds for all fifty million of them.
 */
export const STEP = 20_000_000_000_000n;
export const STEPS = 50_000_000n;

/** `coefficient` times s. */
export interface Multiple {
  readonly coefficient: bigint;
}

type Value = bigint | Multiple | "lost";

interface TraceStep {
  readonly pc: number;
  readonly op: string;
  readonly stack: readonly string[];
}

const WORD = 2n ** 256n;

function multiple(coefficient: bigint): Value {
  if (coefficient === 0n) return 0n;
  return coefficient > 0n && coefficient * STEPS < WORD ? { coefficient } : "lost";
}

function isMultiple(value: Value | undefined): value is Multiple {
  return typeof value === "object";
}

function divided(a: Value, b: Value): Value {
  if (isMultiple(a) && typeof b === "bigint" && b > 0n) {
    if (a.coefficient % b === 0n) return multiple(a.coefficient / b);
    return a.coefficient * STEPS < b ? 0n : "lost";
  }
  if (isMultiple(a) && isMultiple(b) && a.coefficient % b.coefficient === 0n) {
    return a.coefficient / b.coefficient;
  }
  return "lost";
}

/** Below zero, zero or above zero when it is so for every s. */
function compared(a: Value, b: Value): number | "lost" {
  if (isMultiple(a) && isMultiple(b)) {
    return a.coefficient === b.coefficient ? 0 : a.coefficient < b.coefficient ? -1 : 1;
  }
  if (isMultiple(a) && typeof b === "bigint") {
    if (a.coefficient > b) return 1;
    return a.coefficient * STEPS < b ? -1 : "lost";
  }
  if (typeof a === "bigint" && isMultiple(b)) {
    const turned = compared(b, a);
    return turned === "lost" ? "lost" : -turned;
  }
  return "lost";
}

function when(a: Value, b: Value, holds: (order: number) => boolean): Value {
  const order = compared(a, b);
  return order === "lost" ? "lost" : holds(order) ? 1n : 0n;
}

function masked(value: Multiple, mask: bigint): Value {
  const highest = value.coefficient * STEPS;
  if ((mask & (mask + 1n)) === 0n && highest <= mask) return value;
  return (mask & (2n ** BigInt(highest.toString(2).length) - 1n)) === 0n ? 0n : "lost";
}

/** What an instruction makes of its operands, the first of them from the top of the stack; not all of them known. */
function computed(op: string, operands: readonly Value[]): Value {
  const [a = "lost", b = "lost"] = operands;
  const [one, other] = isMultiple(a) ? [a, b] : [b, a];
  switch (op) {
    case "MUL":
      return isMultiple(one) && typeof other === "bigint"
        ? multiple(one.coefficient * other)
        : "lost";
    case "DIV":
      return divided(a, b);
    case "ADD":
      if (isMultiple(a) && isMultiple(b)) return multiple(a.coefficient + b.coefficient);
      return other === 0n ? one : "lost";
    case "SUB":
      if (isMultiple(a) && isMultiple(b)) return multiple(a.coefficient - b.coefficient);
      return b === 0n ? a : "lost";
    case "AND":
      return isMultiple(one) && typeof other === "bigint" ? masked(one, other) : "lost";
    case "OR":
      return other === 0n ? one : "lost";
    case "SHL":
      return typeof a === "bigint" && a < 256n ? computed("MUL", [2n ** a, b]) : "lost";
    case "SHR":
      return typeof a === "bigint" && a < 256n ? divided(b, 2n ** a) : "lost";
    case "EQ":
      return when(a, b, (order) => order === 0);
    case "LT":
      return when(a, b, (order) => order < 0);
    case "GT":
      return when(a, b, (order) => order > 0);
    case "ISZERO":
      return when(a, 0n, (order) => order === 0);
    default:
      return "lost";
  }
}

/** How many operands an instruction takes off the stack; whether it gives one back is seen in the trace. */
const OPERANDS: Readonly<Record<string, number>> = {
  ...{ ADD: 2, MUL: 2, SUB: 2, DIV: 2, MOD: 2, EXP: 2, AND: 2, OR: 2, XOR: 2, NOT: 1, BYTE: 2 },
  ...{ LT: 2, GT: 2, SLT: 2, SGT: 2, EQ: 2, ISZERO: 1, SHL: 2, SHR: 2, KECCAK256: 2 },
  ...{ CALLER: 0, CALLVALUE: 0, CALLDATALOAD: 1, CALLDATASIZE: 0, CALLDATACOPY: 3, TIMESTAMP: 0 },
  ...{ POP: 1, MLOAD: 1, MSTORE: 2, SLOAD: 1, SSTORE: 2, JUMP: 1, JUMPI: 2, JUMPDEST: 0 },
  ...{ LOG1: 3, LOG2: 4, LOG3: 5, LOG4: 6, RETURN: 2, STOP: 0 },
};

/** Words of memory that depend on the price; what the trace says of all others is true at every price. */
class Memory {
  readonly #words = new Map<bigint, Exclude<Value, bigint>>();

  store(offset: bigint, value: Value): void {
    for (const overlapped of this.#overlapping(offset, 32n)) this.#words.set(overlapped, "lost");
    this.#words.delete(offset);
    if (typeof value !== "bigint") this.#words.set(offset, value);
  }

  load(offset: bigint, actual: bigint): Value {
    const whole = this.#words.get(offset);
    if (whole !== undefined) return whole;
    return this.#overlapping(offset, 32n).length > 0 ? "lost" : actual;
  }

  dependsOnPrice(offset: bigint, size: bigint): boolean {
    return this.#overlapping(offset, size).length > 0;
  }

  #overlapping(offset: bigint, size: bigint): bigint[] {
    return [...this.#words.keys()].filter((word) => word < offset + size && offset < word + 32n);
  }
}

/**
 * @param hash of a transaction during which a ticket cost `step * s`, with nothing or a multiple of `s` wei sent along
 * @param step what every valid price is a multiple of
 * @returns the word that the transaction returned: a multiple has become of the price what it says, at every valid price
 */
export async function followPrice(
  hash: string,
  s: bigint,
  step: bigint = STEP,
): Promise<Value | null> {
  const { structLogs }: { structLogs: readonly TraceStep[] } = await ethers.provider.send(
    "debug_traceTransaction",
    [hash, { disableMemory: true, disableStorage: true }],
  );
  const stack: Value[] = [];
  const memory = new Memory();
  let returned: Value | null = null;

  for (const [index, { pc, op, stack: before }] of structLogs.entries()) {
    const after = structLogs[index + 1]?.stack;
    const actual = BigInt(after?.at(-1) ?? 0);
    const size = Number(/\d+$/.exec(op)?.[0] ?? 0);
    if (op.startsWith("PUSH")) {
      stack.push(actual);
    } else if (op.startsWith("DUP")) {
      stack.push(at(stack, stack.length - size));
    } else if (op.startsWith("SWAP")) {
      const [top, other] = [stack.length - 1, stack.length - 1 - size];
      [stack[top], stack[other]] = [at(stack, other), at(stack, top)];
    } else {
      const count = OPERANDS[op];
      if (count === undefined) throw new Error(`${op} at ${pc} is not known here`);
      const operands = stack.splice(stack.length - count).reverse();
      const [a = 0n, b = 0n] = operands;
      const known = operands.every((operand) => typeof operand === "bigint");
      if (op === "JUMP" && a === "lost") throw new Error(`A jump to who knows where, at ${pc}`);
      if (op === "JUMPI" && b === "lost") throw new Error(`Prices may part ways at ${pc}`);
      if (op === "MSTORE") memory.store(number(a), b);
      if (op === "RETURN" && number(b) === 32n) returned = memory.load(number(a), 0n);
      if (op === "CALLDATACOPY" && memory.dependsOnPrice(number(a), number(operands[2] ?? 0n))) {
        throw new Error(`A price is overwritten at ${pc}`);
      }
      if (after !== undefined && after.length > before.length - count) {
        if (op === "SLOAD" && actual === step * s) stack.push(multiple(step));
        else if (op === "CALLVALUE") stack.push(actual % s === 0n ? multiple(actual / s) : "lost");
        else if (op === "MLOAD") stack.push(memory.load(number(a), actual));
        else if (op === "KECCAK256") {
          stack.push(memory.dependsOnPrice(number(a), number(b)) ? "lost" : actual);
        } else stack.push(known ? actual : computed(op, operands));
      }
    }
    // What is said of every price is true of this one.
    if (after !== undefined) expectAgreement(stack, after, s, pc);
  }
  return returned;
}

function at(stack: readonly Value[], index: number): Value {
  const value = stack[index];
  if (value === undefined) throw new Error("The stack is not that high");
  return value;
}

function number(value: Value): bigint {
  if (typeof value !== "bigint") throw new Error("A place in memory depends on the price");
  return value;
}

function expectAgreement(
  stack: readonly Value[],
  actual: readonly string[],
  s: bigint,
  pc: number,
): void {
  const agrees =
    stack.length === actual.length &&
    stack.every((value, index) => {
      if (value === "lost") return true;
      const here = isMultiple(value) ? value.coefficient * s : value;
      return here === BigInt(actual[index] ?? -1);
    });
  if (!agrees) throw new Error(`The trace says otherwise after ${pc}`);
}
