import type * as z from "zod";
import type { ErrorCode } from "../contract/errors";
import type { Scope } from "../contract/keys";
import { limits } from "../contract/limits";
import type { Actor, Author } from "../server/access/author";

import type { Versioned } from "../server/structure/versioned";
import type { Example, World } from "./example";
import type { HeaderName, RequestHeaderName } from "./openapi/headers";
import type { Prepared } from "./prepared";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** What a call has brought besides JSON: it is here before the call holds a connection to the database. */
export interface Received {
  /** What stands for it where calls are compared. */
  readonly said: unknown;
  /** Called once the call has ended: takes away what is not kept. */
  release(): Promise<void>;
}

/** One call, read and checked: what a verb gets to see of it. */
export interface Call<Params, Body, Query, Taken = undefined> {
  readonly actor: Actor;
  /** The same with the change set that a write becomes. */
  readonly author: Author;
  /** Nothing that this call does will be kept. */
  readonly isDryRun: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** Where the connection comes from: of callers behind one proxy, the proxy's. Empty where that is not known. */
  readonly address: string;
  /** What the operation's `receive` gave. */
  readonly received: Taken;
}

/** A call before it has brought what it brings besides JSON. */
export type Arriving<Params, Body, Query> = Omit<Call<Params, Body, Query>, "received">;

/** An answer that is not JSON: bytes, and the headers that say what they are. */
export class Bytes {
  constructor(
    /** Null where the headers say it all. */
    readonly body: ReadableStream | null,
    readonly headers: { readonly [name: string]: string },
    readonly status: 200 | 206 | 304 = 200,
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
  Taken extends Received | undefined = Received | undefined,
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
  /** `any`: whatever good key. Left out: takes none (signing in). */
  readonly scope?: Scope | "any";
  /** Another scope that will do; the verb then looks closer. */
  readonly orScope?: Scope;
  /** The shape of the path's placeholders; left out: there are none. */
  readonly params?: Params;
  /** The shape of the address's query, whose values are texts; left out: there is none. */
  readonly query?: Query;
  /** Left out: takes no body. */
  readonly body?: Body;
  /** How many bytes its body may have, where that is fewer than usual: those of a caller that nobody knows yet. */
  readonly bodyBytes?: number;
  /** How many values its body may hold, where that is more than usual. */
  readonly bodyValues?: number;
  /** Bodies other than JSON, by media type; `receive` reads them off the request itself. */
  readonly uploads?: { readonly [mediaType: string]: z.ZodType };
  /** The shape of the answer's body; left out: there is none (204). */
  readonly answer?: Answer;
  /** What a write answers to a caller without the scope `read`; left out: the `id` of the thing, or that it was deleted. */
  readonly withoutRead?: z.ZodType;
  /** What kind of bytes it answers, where that is always the same. */
  readonly mediaType?: string;
  /** 200, or 204 without an answer, unless said. */
  readonly status?: 201;
  /** Headers that it goes by besides those of every write. */
  readonly requestHeaders?: readonly RequestHeaderName[];
  /** Whether the answer shows a secret, this once. */
  readonly showsSecret?: boolean;
  /** What `headers` sends besides `Location`, which every 201 has. */
  readonly headerNames?: readonly HeaderName[];
  /** Errors besides those that its address, its scope and its method bring along. */
  readonly errors?: readonly ErrorCode[];
  /** What the reference shows as a call, about the things of `world`; left out: made up from the shapes. */
  example?(world: World): Example;
  /** Takes in a body other than JSON. Its sender may be slow, so no transaction is open meanwhile. */
  receive?(call: Arriving<z.output<Params>, z.output<Body>, z.output<Query>>): Promise<Taken>;
  run(
    call: Call<z.output<Params>, z.output<Body>, z.output<Query>, Taken>,
  ): Promise<Result | Versioned<Result> | Prepared>;
  /** Headers of a good answer, such as `Location`. */
  headers?(
    result: Result,
    call: Call<z.output<Params>, z.output<Body>, z.output<Query>, Taken>,
  ): Record<string, string>;
}

/** Whether it changes something, so that it can be rehearsed by `?dryRun=true`. */
export function isWrite({ method, scope }: Pick<Operation, "method" | "scope">): boolean {
  return method !== "GET" && scope !== undefined && scope !== "read" && scope !== "any";
}

/** How many values its body may hold. */
export function bodyValuesOf(operation: Pick<Operation, "method" | "scope" | "bodyValues">): number {
  return operation.bodyValues ?? (isWrite(operation) ? limits.bodyValues : limits.readingValues);
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
  Taken extends Received | undefined = undefined,
>(
  value: Operation<M, Path, Params, Query, Body, Answer, Result, Taken>,
): Operation<M, Path, Params, Query, Body, Answer, Result, Taken> {
  return value;
}
