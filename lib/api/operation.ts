import type { z } from "zod";
import type { ErrorCode } from "../contract/errors";
import type { Scope } from "../contract/keys";
import type { Actor } from "../server/keys";
import type { Example, World } from "./example";
import type { HeaderName } from "./openapi-headers";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** One call, read and checked: what a verb gets to see of it. */
export interface Call<Params, Body, Query> {
  readonly actor: Actor;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
}

/** An answer that is not JSON: bytes, and the headers that say what they are. */
export class Bytes {
  constructor(
    readonly body: ReadableStream,
    readonly headers: { readonly [name: string]: string },
  ) {}
}

/** One thing the API can do: its address, its shapes, its words, and the verb that does it. */
export interface Operation<
  M extends Method = Method,
  Path extends string = string,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
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
  /** What a caller has to know besides, in Markdown. */
  readonly description?: string;
  /** Left out: takes no key (signing in). */
  readonly scope?: Scope;
  /** The shape of the path's placeholders; left out: there are none. */
  readonly params?: Params;
  /** The shape of the address's query, whose values are texts; left out: there is none. */
  readonly query?: Query;
  /** Left out: takes no body. */
  readonly body?: Body;
  /** Bodies other than JSON, by media type; the verb reads them off the request itself. */
  readonly uploads?: { readonly [mediaType: string]: z.ZodType };
  /** The shape of the answer's body; left out: there is none (204). */
  readonly answer?: Answer;
  /** 200, or 204 without an answer, unless said. */
  readonly status?: 201;
  /** What `headers` sends besides `Location`, which every 201 has. */
  readonly headerNames?: readonly HeaderName[];
  /** Errors besides those that its address, its scope and its body bring along. */
  readonly errors?: readonly ErrorCode[];
  /** What the reference shows as a call, about the things of `world`; left out: made up from the shapes. */
  example?(world: World): Example;
  run(call: Call<z.output<Params>, z.output<Body>, z.output<Query>>): Promise<Result>;
  /** Headers of a good answer, such as `Location`. */
  headers?(
    result: Result,
    call: Call<z.output<Params>, z.output<Body>, z.output<Query>>,
  ): Record<string, string>;
}

/** Checks an operation's parts against each other while it is written down. */
export function operation<
  const M extends Method,
  const Path extends string,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodUnknown,
  Result extends z.output<Answer> = z.output<Answer>,
>(
  value: Operation<M, Path, Params, Query, Body, Answer, Result>,
): Operation<M, Path, Params, Query, Body, Answer, Result> {
  return value;
}
