import type { z } from "zod";
import type { operations } from "@/lib/api/operations";
import { ApiError, type ErrorBody } from "@/lib/contract/errors";

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

/** Every operation by method and path, such as `GET /bases/{databaseId}`. */
export type OperationKey = KeyOf<Operations>;

/**
 * Issues one operation of the API and gives its answer; every failure is an `ApiError`, one that never
 * reached the server too (`UNAVAILABLE`).
 */
export async function api<Key extends OperationKey>(
  key: Key,
  ...[given]: CallArguments<Key>
): Promise<PartOut<Found<Key>, "answer">> {
  const {
    params = {},
    body,
    signal,
  } = (given ?? {}) as { params?: object; body?: unknown; signal?: AbortSignal };
  const [method, path] = key.split(" ") as [string, string];
  const address = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(params[name as keyof typeof params])),
  );
  const response = await fetch(`/api/v1${address}`, {
    method,
    signal,
    ...(body !== undefined && {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError("UNAVAILABLE", "The server cannot be reached");
  });
  const text = await response.text();
  if (!response.ok) throw errorOf(text, response);
  return (text === "" ? undefined : JSON.parse(text)) as PartOut<Found<Key>, "answer">;
}

type Input<Key extends OperationKey> = Given<"params", PartIn<Found<Key>, "params">> &
  Given<"body", PartIn<Found<Key>, "body">> & { signal?: AbortSignal };

/** What an operation needs; nothing at all where every part may be left out. */
type CallArguments<Key extends OperationKey> =
  object extends Input<Key> ? [given?: Input<Key>] : [given: Input<Key>];

function errorOf(text: string, response: Response): ApiError {
  try {
    const { error } = JSON.parse(text) as ErrorBody;
    return new ApiError(error.code, error.message, error.details);
  } catch {
    return new ApiError(
      "INTERNAL_SERVER_ERROR",
      `The server answered ${response.status} without saying why.`,
    );
  }
}
