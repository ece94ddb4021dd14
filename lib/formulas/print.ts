import type { BinaryOperator, Tree } from "./tree";

/** Writes a tree as a formula. `parse` reads it back to the same tree, apart from spans and added parentheses. */
export function print(tree: Tree): string {
  switch (tree.kind) {
    case "number":
      return tree.digits;
    case "text":
      return quoteText(tree.text);
    case "boolean":
      return tree.is ? "TRUE" : "FALSE";
    case "reference":
      return `{${tree.inner}}`;
    case "group":
      return `(${print(tree.inner)})`;
    case "call":
      return `${tree.name}(${tree.args.map(print).join(", ")})`;
    case "unary":
      return tree.operator === "%"
        ? `${within(tree.operand, strengths.percent)}%`
        : `${tree.operator}${within(tree.operand, strengths.sign)}`;
    case "binary": {
      const strength = strengths[tree.operator];
      // Comparisons are not chained, so neither side may be one.
      const left = within(tree.left, strength === 0 ? 1 : strength);
      return `${left} ${tree.operator} ${within(tree.right, strength + 1)}`;
    }
  }
}

/** Writes a text literal. */
export function quoteText(text: string): string {
  const escapes: Record<string, string> = { "\n": "\\n", "\t": "\\t" };
  return `"${text.replace(/["\\\n\t]/g, (character) => escapes[character] ?? `\\${character}`)}"`;
}

const strengths: Record<BinaryOperator | "sign" | "percent", number> = {
  "=": 0,
  "!=": 0,
  "<": 0,
  "<=": 0,
  ">": 0,
  ">=": 0,
  "&": 1,
  "+": 2,
  "-": 2,
  "*": 3,
  "/": 3,
  "^": 4,
  sign: 5,
  percent: 6,
};

function within(tree: Tree, least: number): string {
  return strengthOf(tree) < least ? `(${print(tree)})` : print(tree);
}

function strengthOf(tree: Tree): number {
  if (tree.kind === "binary") return strengths[tree.operator];
  if (tree.kind === "unary") return strengths[tree.operator === "%" ? "percent" : "sign"];
  return 7;
}
