import type { FunctionEntry, Param } from "./functions/entry";
import type { ReferencePath } from "./references";
import type { Span } from "./tree";
import type { ErrorCode, Type } from "./types";

/** A node with its type. Operators are calls of entries, too; parentheses are gone. */
export type Typed = Span & {
  readonly type: Type;
  /** Time zone of a date with a time, if one is known. */
  readonly zone?: string;
} & (
    | { readonly kind: "number"; readonly constant: string }
    | { readonly kind: "text"; readonly constant: string }
    | { readonly kind: "checkbox"; readonly constant: boolean }
    /** A value of a field that the scope of the compiler reads. */
    | { readonly kind: "field"; readonly path: ReferencePath }
    /** Another formula of the same record, which is compiled in its place. */
    | { readonly kind: "formula"; readonly fieldId: string; readonly formula: CheckedFormula }
    /** A field that cannot be read: in the trash, or a formula with a mistake. */
    | { readonly kind: "error"; readonly code: ErrorCode }
    | {
        readonly kind: "call";
        readonly entry: FunctionEntry;
        readonly args: readonly TypedArg[];
        /** Time zone in which the function works. */
        readonly workZone: string;
      }
  );

export interface TypedArg {
  readonly param: Param;
  readonly tree: Typed;
  /** Type that the value is converted to. */
  readonly as: Type;
}

/** A formula without mistakes. */
export interface CheckedFormula {
  readonly tree: Typed;
  /** Type of the result. A formula that is always blank is a text. */
  readonly type: Exclude<Type, "blank">;
  /** Time zone of a result with a time. */
  readonly zone?: string;
  /** Nested calls and parentheses, with the formulas in it. At least 1. */
  readonly depth: number;
  /** Number of parts, with the formulas in it. */
  readonly nodes: number;
}
