import type * as z from "zod";
import { type Action, changesData } from "../contract/actions";
import type { ErrorCode } from "../contract/errors";
import { limits } from "../contract/limits";
import type { Actor, Author } from "../server/access/author";
import type { Serialised } from "../server/json-in-turns";
import type { JsonRecord } from "../server/records/json-record";
import type { Example, World } from "./example";
import type { HeaderName, RequestHeaderName } from "./openapi/headers";
import type { Prepared } from "./prepared";

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** An upload, received before the call takes a database connection. */
export interface Received {
  /** Identifies the upload when calls are compared. */
  readonly identity: unknown;
  /** Deletes what was not stored; called once the call has ended. */
  release(): Promise<void>;
}

/** A validated call, as passed to an operation. */
export interface Call<Params, Body, Query, Taken = undefined> {
  readonly actor: Actor;
  /** The actor with the change set of the write. */
  readonly author: Author;
  /** True for a dry run, of which nothing is stored. */
  readonly isDryRun: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: Request;
  /** The caller's address; behind a proxy that is not trusted, the proxy's. Empty if unknown. */
  readonly address: string;
  /** The result of `receive`. */
  readonly received: Taken;
}

/** A call before its upload is received. */
export type Arriving<Params, Body, Query> = Omit<Call<Params, Body, Query>, "received">;

/** A call of any operation. */
export type AnyCall = Call<unknown, unknown, unknown, Received | undefined>;

/** A response that is not JSON: bytes and the headers that describe them. */
export class Bytes {
  constructor(
    /** Null where the headers say it all. */
    readonly body: ReadableStream | null,
    readonly headers: { readonly [name: string]: string },
    readonly options: BytesOptions = {},
  ) {}
}

interface BytesOptions {
  /** 200 by default. */
  readonly status?: 206 | 304;
  /** True if the bytes may be compressed on their way. */
  readonly isCompressible?: boolean;
}

/** An operation of the API: its path, shapes, documentation and implementation. */
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
  /** Unique, in camel case; the `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: M;
  /** Below `/api/v1`, with `{placeholders}`. */
  readonly path: Path;
  /** The title in the documentation, in the imperative. */
  readonly summary: string;
  /** Further documentation in Markdown. */
  readonly description?: string;
  /** The action that the caller must be allowed to do; null for operations without a caller, such as signing in. */
  readonly action: Action | null;
  /**
   * True for what visitors of shared links do. They are known by the token in the path alone: never by a key or cookie,
   * which is why pages of other origins may call.
   */
  readonly isForVisitors?: true;
  /** Shape of the path parameters, if any. */
  readonly params?: Params;
  /** Shape of the query string, if any; its values are texts. */
  readonly query?: Query;
  /** Shape of the body, if any. */
  readonly body?: Body;
  /** Maximum bytes of the body, if lower than usual, such as for callers not signed in. */
  readonly bodyBytes?: number;
  /** Maximum values in the body, if higher than usual. */
  readonly bodyValues?: number;
  /** Bodies other than JSON, by media type; `receive` reads them from the request. */
  readonly uploads?: { readonly [mediaType: string]: z.ZodType };
  /** Shape of the response body; omitted for a 204. */
  readonly answer?: Answer;
  /** Response of a write to a caller without the scope `read`; by default the `id`, or that it was deleted. */
  readonly withoutRead?: z.ZodType;
  /** Media types of a response in bytes, if fixed. */
  readonly mediaTypes?: readonly string[];
  /** 200 by default, or 204 without a response body. A dry run of a 202 is done when it answers, with a 200. */
  readonly status?: 201 | 202;
  /** Request headers it supports besides those of every write. */
  readonly requestHeaders?: readonly RequestHeaderName[];
  /** True if the response shows a secret that cannot be shown again. */
  readonly showsSecret?: boolean;
  /** Response headers besides `Location`, which every 201 has. */
  readonly headerNames?: readonly HeaderName[];
  /** Errors besides those implied by path, scope and method. */
  readonly errors?: readonly ErrorCode[];
  /** Example of a call, using the things of `world`; by default made from the shapes. */
  example?(world: World): Example;
  /** Receives a body other than JSON. Runs outside of any transaction, because the sender may be slow. */
  receive?(call: Arriving<z.output<Params>, z.output<Body>, z.output<Query>>): Promise<Taken>;
  run(
    call: Call<z.output<Params>, z.output<Body>, z.output<Query>, Taken>,
  ): Promise<Result | Serialised<Result> | JsonRecord | Prepared>;
  /** Cookies that a successful response sets, each as a `Set-Cookie` header. */
  cookies?(result: Result): readonly string[];
  /** Headers of a successful response, such as `Location`. */
  headers?(
    result: Result,
    call: Call<z.output<Params>, z.output<Body>, z.output<Query>, Taken>,
  ): Record<string, string>;
}

/** True if the operation changes data, so that `?dryRun=true` applies. */
export function isWrite({ method, action }: Pick<Operation, "method" | "action">): boolean {
  return method !== "GET" && action !== null && changesData(action);
}

/** Maximum number of values in the body. */
export function bodyValuesOf(operation: Pick<Operation, "method" | "action" | "bodyValues">): number {
  return operation.bodyValues ?? (isWrite(operation) ? limits.bodyValues : limits.readingValues);
}

/** Checks the types of an operation's parts against each other. */
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
