import type { HeaderObject, Parameter, Reference } from "./types";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/** Response headers that callers may read. */
const described = {
  "X-Request-Id": {
    description: "Identifies this response in the log. Include it when you report a problem.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  "RateLimit-Limit": {
    description:
      "Requests per second allowed for the key, or for the network address of a visitor of shared links. The three RateLimit headers are absent if no limit is set.",
    schema: count,
  },
  "RateLimit-Remaining": { description: "Requests left at this moment.", schema: count },
  "RateLimit-Reset": {
    description: "Seconds until one request is available again if none is left, else until all are.",
    schema: count,
  },
  ETag: {
    description: "The version of the response, for `If-None-Match`; that of a record also for `If-Match`.",
    required: true,
    schema: text,
  },
  "Idempotency-Replayed": {
    description: "`true` if this is the stored response to an earlier call with the same `Idempotency-Key`.",
    schema: text,
  },
  Location: {
    description: "The URL of the created item.",
    required: true,
    schema: { type: "string", format: "uri-reference" },
  },
  "Retry-After": { description: "Seconds to wait before trying again.", required: true, schema: count },
  "WWW-Authenticate": {
    description: "The authentication scheme.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  "Accept-Ranges": {
    description: "The unit that `Range` counts in.",
    required: true,
    schema: { type: "string", const: "bytes" },
  },
  "Content-Range": {
    description: "The range of this part and the total size; for a 416, only the total size.",
    required: true,
    schema: text,
  },
  "Content-Disposition": {
    description: "The name of the file, percent-encoded in `filename*`.",
    required: true,
    schema: text,
  },
  Allow: { description: "The methods that the path supports.", required: true, schema: text },
  "Set-Cookie": { description: "Signs the browser in or out.", required: true, schema: text },
} as const satisfies { readonly [name: string]: HeaderObject };

export type HeaderName = keyof typeof described;

/** Request headers besides those of HTTP itself. */
const requested = {
  "If-Match": {
    description:
      "One or several `ETag`s of the record, or `*`. If the record has changed since, the call is refused with a 412 that contains the current record.",
    schema: text,
  },
  "If-None-Match": {
    description: "The `ETag` of your copy. If it is still current, the response is a 304 without a body.",
    schema: text,
  },
  Range: {
    description:
      "One range of bytes, such as `bytes=0-999` or `bytes=-500`. Several ranges return the whole file.",
    schema: text,
  },
  "If-Range": {
    description:
      "The `ETag` of your part of the file. If the file has changed since, the whole file is returned.",
    schema: text,
  },
  "Idempotency-Key": {
    description:
      "A text of your choice that stays the same in retries. For 24 hours, a repeated call returns the stored response and is not executed again.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "Change-Set-Id": {
    description:
      "A UUID of your choice. Writes with the same id, each within five minutes of the previous one and all within an hour, form one change set and are undone together.",
    schema: { type: "string", format: "uuid" },
  },
  "Change-Set-Name": {
    description:
      "A name for the change set, such as `nightly import`, percent-encoded. Undo and redo return it as `action.name`.",
    schema: { type: "string", minLength: 1, maxLength: 900 },
  },
  "X-Share-Password": {
    description: "The password of the shared link, percent-encoded, if it has one.",
    schema: text,
  },
} as const satisfies { readonly [name: string]: Omit<HeaderObject, "required"> };

export type RequestHeaderName = keyof typeof requested;

/** Describes request headers as parameters of an operation. */
export function headerParameters(names: readonly RequestHeaderName[]): Parameter[] {
  return names.map((name) => ({ name, in: "header", required: false, ...requested[name] }));
}

/** The headers as components of the document. */
export const headers: { readonly [name: string]: HeaderObject } = described;

/** References to the headers of a response. */
export function headerRefs(names: readonly HeaderName[]): { [name: string]: Reference } {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
