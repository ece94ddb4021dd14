import type { z } from "zod";
import type { Scope } from "../contract/keys";
import type { Actor } from "../server/keys";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** One call, read and checked: what a verb gets to see of it. */
export interface Call<Params, Body> {
  readonly actor: Actor;
  readonly params: Params;
  readonly body: Body;
  readonly request: Request;
}

/** One thing the API can do: its address, its shapes, its words, and the verb that does it. */
export interface Operation<
  M extends Method = Method,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Result extends z.output<Answer> = z.output<Answer>,
> {
  /** Unique, camel case: the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: M;
  /** Below `/api/v1`, with `{placeholders}`. */
  readonly path: Path;
  /** One line of documentation. */
  readonly summary: string;
  /** Left out: takes no key (signing in). */
  readonly scope?: Scope;
  /** The shape of the path's placeholders; left out: there are none. */
  readonly params?: Params;
  /** Left out: takes no body. */
  readonly body?: Body;
  /** The shape of the answer's body; left out: there is none (204). */
  readonly answer?: Answer;
  /** 200, or 204 without an answer, unless said. */
  readonly status?: 201;
  run(call: Call<z.output<Params>, z.output<Body>>): Promise<Result>;
  /** Headers of a good answer, such as `Location`. */
  headers?(result: Result, call: Call<z.output<Params>, z.output<Body>>): Record<string, string>;
}

/** Checks an operation's parts against each other while it is written down. */
export function operation<
  const M extends Method,
  const Path extends string,
  Params extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUnknown,
  Result extends z.output<Answer> = z.output<Answer>,
>(value: Operation<M, Path, Params, Body, Answer, Result>): Operation<M, Path, Params, Body, Answer, Result> {
  return value;
}
