interface Node {
  readonly nodeType?: string;
  /** `start:length:file`, in bytes. */
  readonly src?: string;
  readonly operator?: string;
  readonly kind?: string;
  readonly value?: string | null;
  readonly mutability?: string;
  readonly name?: string;
  readonly [key: string]: unknown;
}

export interface Mutation {
  readonly start: number;
  readonly length: number;
  readonly replacement: string;
}

/** Replacements for each operator: an off-by-one and the opposite. */
const BINARY: Readonly<Record<string, readonly string[]>> = {
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "==": ["!="],
  "!=": ["=="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "&&": ["||"],
  "||": ["&&"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
};

export function mutationsOf(ast: unknown, source: Buffer): Mutation[] {
  const mutations: Mutation[] = [];
  const text = (node: Node) => {
    const [start = 0, length = 0] = range(node);
    return source.subarray(start, start + length).toString();
  };
  const replace = (node: Node, replacement: string) => {
    const [start = 0, length = 0] = range(node);
    mutations.push({ start, length, replacement });
  };

  for (const node of walk(ast)) {
    switch (node.nodeType) {
      case "BinaryOperation": {
        const left = node.leftExpression as Node;
        const right = node.rightExpression as Node;
        for (const operator of BINARY[node.operator ?? ""] ?? []) {
          replace(node, `(${text(left)}) ${operator} (${text(right)})`);
        }
        break;
      }
      case "UnaryOperation": {
        const operand = text(node.subExpression as Node);
        if (node.operator === "!") replace(node, operand);
        if (node.operator === "++") replace(node, `--${operand}`);
        break;
      }
      case "Assignment": {
        if (node.operator === "+=") replace(node, text(node).replace("+=", "-="));
        if (node.operator === "|=") replace(node, text(node).replace("|=", "="));
        break;
      }
      case "Literal": {
        if (node.kind === "bool") replace(node, node.value === "true" ? "false" : "true");
        if (node.kind === "number") {
          replace(node, `(${text(node)} + 1)`);
          if (node.value !== "0") replace(node, "0");
        }
        break;
      }
      case "IfStatement": {
        const condition = node.condition as Node;
        replace(condition, "true");
        replace(condition, "false");
        break;
      }
      case "Conditional": {
        const [yes, no] = [text(node.trueExpression as Node), text(node.falseExpression as Node)];
        replace(node, `(${yes})`);
        replace(node, `(${no})`);
        break;
      }
      case "ExpressionStatement":
      case "EmitStatement":
      case "RevertStatement":
        // The syntax tree includes the semicolon for only one of the two node kinds.
        replace(node, "{}");
        break;
      case "ModifierInvocation":
        if (node.kind === "modifierInvocation") replace(node, "");
        break;
      case "FunctionCall": {
        const list = (node.arguments as readonly Node[] | undefined) ?? [];
        for (const [index, argument] of list.entries()) {
          const next = list[index + 1];
          if (next === undefined) continue;
          const [start = 0] = range(argument);
          const [nextStart = 0, nextLength = 0] = range(next);
          mutations.push({
            start,
            length: nextStart + nextLength - start,
            replacement: `${text(next)}, ${text(argument)}`,
          });
        }
        break;
      }
      default:
    }
  }
  return mutations;
}

export function apply(source: Buffer, { start, length, replacement }: Mutation): string {
  const end = start + length;
  const rest = source.subarray(end).toString();
  const tail = replacement === "{}" && rest.startsWith(";") ? rest.slice(1) : rest;
  return source.subarray(0, start).toString() + replacement + tail;
}

function range(node: Node): number[] {
  return (node.src ?? "").split(":").map(Number);
}

function* walk(value: unknown): Generator<Node> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value) && "nodeType" in value) yield value as Node;
  for (const child of Object.values(value)) yield* walk(child);
}
