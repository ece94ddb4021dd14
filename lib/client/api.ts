import type * as z from "zod";
import type { operations } from "@/lib/api/operations";
import { ApiError, type ErrorBody, errorStatus } from "@/lib/contract/errors";

type Operations = (typeof operations)[number];
type KeyOf<One> = One extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;
type Found<Key> = Operations extends infer One
  ? One extends unknown
    ? KeyOf<One> extends Key
      ? One
      : never
    : never
  : never;
type PartIn<One, Name extends string> = One extends { [key in Name]?: infer Shape extends z.ZodType }
  ? z.input<Shape>
  : undefined;
type PartOut<One, Name extends string> = One extends { [key in Name]?: infer Shape extends z.ZodType }
  ? z.output<Shape>
  : undefined;
type Given<Name extends string, Value> = undefined extends Value
  ? { [key in Name]?: Value }
  : { [key in Name]: Value };
/** A query may be left out where each of its parameters may. */
type Asked<Value> = object extends Value ? { query?: Value } : Given<"query", Value>;

/** Every operation by method and path, such as `GET /bases/{databaseId}`. */
export type OperationKey = KeyOf<Operations>;

/**
 * Issues one operation of the API and gives its answer; every failure is an `ApiError`, one that never
 * reached the server, or whose answer never came, too (`UNAVAILABLE`).
 */
export async function api<Key extends OperationKey>(
  key: Key,
  ...given: CallArguments<Key>
): Promise<PartOut<Found<Key>, "answer">> {
  return (await apiWithTag(key, ...given)).answer;
}

/** The same with the `ETag` of the answer, which `ifMatch` takes; null where it has none. */
export async function apiWithTag<Key extends OperationKey>(
  key: Key,
  ...[given]: CallArguments<Key>
): Promise<{ answer: PartOut<Found<Key>, "answer">; tag: string | null }> {
  const { params, query, body, changeSetId, changeSetName, idempotencyKey, ifMatch, isDryRun, ...options } =
    (given ?? {}) as Parts & Options;
  const asked = isDryRun ? { ...query, dryRun: true } : query;
  const [method, path] = key.split(" ") as [string, string];
  const answer = await answerTo(`/api/v1${addressOf(path, { params, query: asked })}`, {
    method,
    ...options,
    headers: {
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...(changeSetId !== undefined && { "Change-Set-Id": changeSetId }),
      ...(changeSetName !== undefined && { "Change-Set-Name": encodeURIComponent(changeSetName) }),
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      ...(ifMatch !== undefined && { "If-Match": ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { response, text } = answer;
  if (!response.ok) throw errorOf(answer);
  return { answer: text === "" ? undefined : JSON.parse(text), tag: response.headers.get("ETag") };
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** An answer with all of its text: one that is cut off half-way says as little as none, and may be asked for again. */
export async function answerTo(address: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(address, request);
    return { response, text: await response.text() };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw unreachable();
  }
}

type Input<Key extends OperationKey> = Given<"params", PartIn<Found<Key>, "params">> &
  Asked<PartIn<Found<Key>, "query">> &
  Given<"body", PartIn<Found<Key>, "body">> &
  Options;

/** What may be said of any call. */
interface Options {
  readonly signal?: AbortSignal;
  /** Joins the writes that carry the same one, a UUID, into one change set. */
  readonly changeSetId?: string;
  /** Names the change set, for the messages of undo and redo. */
  readonly changeSetName?: string;
  /** Makes all its checks and gives its answer, and nothing is stored. */
  readonly isDryRun?: boolean;
  /** Makes a write happen once, however often it is sent. */
  readonly idempotencyKey?: string;
  /** Makes a write happen only to the very version that has this `ETag`: else a `PRECONDITION_FAILED`. */
  readonly ifMatch?: string;
  /** Whether the call goes on when the page is left. */
  readonly keepalive?: boolean;
}

interface Parts {
  readonly params?: { readonly [name: string]: unknown };
  readonly query?: { readonly [name: string]: unknown };
  readonly body?: unknown;
}

/** What an operation needs; nothing at all where every part may be left out. */
type CallArguments<Key extends OperationKey> =
  object extends Input<Key> ? [given?: Input<Key>] : [given: Input<Key>];

function addressOf(path: string, { params = {}, query = {} }: Pick<Parts, "params" | "query">): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/** What an answer that is none says: why, or else that the server was not there to say it. */
export function errorOf({ response, text }: Answer): ApiError {
  const said = errorIn(text);
  if (said) return new ApiError(said.code, said.message, said.details);
  // A proxy answers in words of its own while the server behind it is away, or started anew.
  if (gatewayStatuses.has(response.status)) return unreachable();
  return new ApiError("INTERNAL_SERVER_ERROR", `The server answered ${response.status} without saying why.`);
}

/** Bad Gateway, Service Unavailable, Gateway Timeout. */
export const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

function errorIn(text: string): ErrorBody["error"] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorBody>;
    return error && Object.hasOwn(errorStatus, error.code) ? error : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(): ApiError {
  return new ApiError("UNAVAILABLE", "The server cannot be reached");
}
