import type * as z from "zod";
import type { OperationKey } from "../operation-key";
import type { Caller } from "./call-operation";

/** A validated call of a tool. */
export interface ToolCall<Args> {
  readonly caller: Caller;
  readonly args: Args;
  /** The arguments as they were sent, for operations that validate them themselves. */
  readonly sent: Args;
  /** The database that the arguments name; empty for tools that work in none. */
  readonly databaseId: string;
}

export interface ToolContent {
  readonly [key: string]: unknown;
}

/** A tool of assistants: its arguments, its description and what it does. */
export interface Tool<Shape extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The operations behind it. Who may perform none of them in any database does not see the tool. */
  readonly operations: readonly OperationKey[];
  readonly input: Shape;
  readonly hints: Hints;
  run(call: ToolCall<z.output<Shape>>): Promise<ToolContent>;
}

/** Hints that clients may give people before a call. */
interface Hints {
  readonly isReadOnly: boolean;
  /** True if the call may change or delete what is there. */
  readonly isDestructive?: boolean;
  /** True if repeating a call changes nothing more. */
  readonly isIdempotent?: boolean;
}

/** Checks the types of a tool's parts against each other. */
export function tool<Shape extends z.ZodType>(value: Tool<Shape>): Tool<Shape> {
  return value;
}
