import type { OperationByKey, OperationKey, PartIn, PartOut } from "@/lib/api/operation-key";
import type { ErrorBody } from "@/lib/contract/error-body";
import { ApiError, errorStatus } from "@/lib/contract/errors";

type Given<Name extends string, Value> = undefined extends Value
  ? { [key in Name]?: Value }
  : { [key in Name]: Value };
/** Makes `query` optional if all of its parameters are. */
type Asked<Value> = object extends Value ? { query?: Value } : Given<"query", Value>;

/**
 * Calls an operation of the API and returns its response. Every failure is an `ApiError`; a lost connection is
 * `UNAVAILABLE`.
 */
export function api<Key extends OperationKey>(
  key: Key,
  ...[given]: CallArguments<Key>
): Promise<Answered<Key>> {
  return request(key, given);
}

/** Calls an operation, for callers that are generic over operations. */
export async function request<Key extends OperationKey>(
  key: Key,
  given: Input<Key> | undefined,
): Promise<Answered<Key>> {
  const {
    params,
    query,
    body,
    changeSetId,
    changeSetName,
    idempotencyKey,
    sharePassword,
    isDryRun,
    ...options
  } = (given ?? {}) as Parts & Options;
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
      ...(sharePassword !== undefined && passwordHeader(sharePassword)),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { response, text } = answer;
  if (!response.ok) throw errorOf(answer);
  return (text === "" ? undefined : JSON.parse(text)) as Answered<Key>;
}

/** The header with the password of a shared link. */
export function passwordHeader(password: string): { readonly [name: string]: string } {
  return { "X-Share-Password": encodeURIComponent(password) };
}

interface Answer {
  readonly response: Response;
  readonly text: string;
}

interface FailedAnswer {
  readonly response: Pick<Response, "status"> & Partial<Pick<Response, "headers">>;
  readonly text: string;
}

/**
 * Fetches a response with its full text. A response that is cut off counts as a lost connection and may be retried.
 */
export async function answerTo(address: string, request: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(address, request);
    return { response, text: await response.text() };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw unreachable();
  }
}

/** Sends a request and returns once a successful response begins; throws the ApiError of any other. */
export async function answeredAt(address: string, request: RequestInit): Promise<Response> {
  const response = await fetch(address, request).catch(() => {
    throw unreachable();
  });
  if (!response.ok) throw errorOf({ response, text: await response.text() });
  return response;
}

/** The response body of an operation. */
export type Answered<Key extends OperationKey> = PartOut<OperationByKey<Key>, "answer">;

/** The parameters, query, body and options of a call. */
export type Input<Key extends OperationKey> = Given<"params", PartIn<OperationByKey<Key>, "params">> &
  Asked<PartIn<OperationByKey<Key>, "query">> &
  Given<"body", PartIn<OperationByKey<Key>, "body">> &
  Options;

/** Options of any call. */
interface Options {
  readonly signal?: AbortSignal;
  /** Joins writes with the same id, a UUID, into one change set. */
  readonly changeSetId?: string;
  /** Names the change set, for the messages of undo and redo. */
  readonly changeSetName?: string;
  /** Runs all checks and returns the response, but stores nothing. */
  readonly isDryRun?: boolean;
  /** Makes retries of a write idempotent. */
  readonly idempotencyKey?: string;
  /** The password of the shared link that is called. */
  readonly sharePassword?: string;
  /** Completes the call even if the page is closed. */
  readonly keepalive?: boolean;
}

interface Parts {
  readonly params?: { readonly [name: string]: unknown };
  readonly query?: { readonly [name: string]: unknown };
  readonly body?: unknown;
}

/** Arguments of a call; optional if all parts are. */
type CallArguments<Key extends OperationKey> =
  object extends Input<Key> ? [given?: Input<Key>] : [given: Input<Key>];

/** Fills in the path of an operation, which begins below `/api/v1`. */
export function addressOf(
  path: string,
  { params = {}, query = {} }: Pick<Parts, "params" | "query">,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

/** Turns a failed response into an ApiError. */
export function errorOf({ response, text }: FailedAnswer): ApiError {
  const failure = errorIn(text);
  if (failure) {
    const retryAfter = response.headers?.get("Retry-After");
    const headers: Record<string, string> = retryAfter ? { "Retry-After": retryAfter } : {};
    return new ApiError(failure.code, failure.message, failure.details, headers);
  }
  // Proxies answer with pages of their own while the server is down or restarting.
  if (gatewayStatuses.has(response.status)) return unreachable();
  return new ApiError(
    "INTERNAL_SERVER_ERROR",
    `The server responded with status ${response.status} and no explanation.`,
  );
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
  return new ApiError("UNAVAILABLE", "The server can't be reached.");
}
