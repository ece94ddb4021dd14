import type * as z from "zod";
import type { operations } from "./operations";

type Operations = (typeof operations)[number];
type KeyOf<One> = One extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;
/** The operation with a key. */
export type OperationByKey<Key> = Operations extends infer One
  ? One extends unknown
    ? KeyOf<One> extends Key
      ? One
      : never
    : never
  : never;

/** The type of a part, such as `body`, before it is validated. */
export type PartIn<One, Name extends string> = One extends { [key in Name]?: infer Shape extends z.ZodType }
  ? z.input<Shape>
  : undefined;

/** The type of a part, such as `answer`, once it is validated. */
export type PartOut<One, Name extends string> = One extends { [key in Name]?: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : undefined;

/** Every operation by method and path, such as `GET /bases/{databaseId}`. */
export type OperationKey = KeyOf<Operations>;
