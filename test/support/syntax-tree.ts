export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/**
 * Calls `enter` for each node, from the root down. If `enter` returns `false`, skips the node's
 * children.
 */
export function walk(tree: unknown, enter: (node: SyntaxNode) => boolean | undefined): void {
  if (Array.isArray(tree)) {
    for (const item of tree) walk(item, enter);
    return;
  }
  if (typeof tree !== "object" || tree === null) return;
  if (!("type" in tree) || enter(tree as SyntaxNode) === false) return;
  for (const [name, field] of Object.entries(tree)) if (name !== "type") walk(field, enter);
}
