/** A part of the text: UTF-16 units from 0, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A mistake in a formula: one sentence, and its place. */
export interface Problem extends Span {
  readonly message: string;
}

/** A result, or the mistake that prevents it. */
export type Result<Value> =
  | { readonly value: Value; readonly problem?: never }
  | { readonly problem: Problem; readonly value?: never };

export const binaryOperators = ["=", "!=", "<", "<=", ">", ">=", "&", "+", "-", "*", "/", "^"] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export type UnaryOperator = "-" | "+" | "%";

/** The tree of a formula as written, before names and types are checked. */
export type Tree = Span &
  (
    | { readonly kind: "number"; readonly digits: string }
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "boolean"; readonly is: boolean }
    /** `inner` is the text within the braces, with its escapes; of a bare name, the same with escapes added. */
    | { readonly kind: "reference"; readonly inner: string; readonly isBare: boolean }
    | { readonly kind: "unary"; readonly operator: UnaryOperator; readonly operand: Tree }
    | {
        readonly kind: "binary";
        readonly operator: BinaryOperator;
        readonly left: Tree;
        readonly right: Tree;
      }
    | { readonly kind: "group"; readonly inner: Tree }
    | {
        readonly kind: "call";
        readonly name: string;
        /** The name of the function in the text. */
        readonly nameSpan: Span;
        readonly args: readonly Tree[];
      }
  );

/** Children of a node, from left to right. */
export function childrenOf(tree: Tree): readonly Tree[] {
  switch (tree.kind) {
    case "unary":
      return [tree.operand];
    case "binary":
      return [tree.left, tree.right];
    case "group":
      return [tree.inner];
    case "call":
      return tree.args;
    default:
      return [];
  }
}
