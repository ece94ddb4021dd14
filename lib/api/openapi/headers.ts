import type { HeaderObject, Parameter, Reference } from "./types";

const text = { type: "string" };
const count = { type: "integer", minimum: 0 };

/** Every header that answers carry and callers may want to read. */
const described = {
  "X-Request-Id": {
    description: "Names this answer in the log; tell it when you report a problem.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  "RateLimit-Limit": {
    description:
      "How many requests a second the key has. This and the next two are left out where no limit is set.",
    schema: count,
  },
  "RateLimit-Remaining": { description: "How many of them are left right now.", schema: count },
  "RateLimit-Reset": {
    description: "Seconds until there is one again if none is left, else until all are.",
    schema: count,
  },
  ETag: {
    description:
      "The version of what is answered: of a record for `If-Match`, of anything for `If-None-Match`.",
    required: true,
    schema: text,
  },
  "Idempotency-Replayed": {
    description: "`true` where this is the stored answer to an earlier call with the same `Idempotency-Key`.",
    schema: text,
  },
  Location: {
    description: "The address of what was made.",
    required: true,
    schema: { type: "string", format: "uri-reference" },
  },
  "Retry-After": { description: "Seconds to wait before trying again.", required: true, schema: count },
  "WWW-Authenticate": {
    description: "How to prove who you are.",
    required: true,
    schema: { type: "string", const: "Bearer" },
  },
  "Content-Range": {
    description: "Which part of how many bytes this is; of a 416, how many bytes there are.",
    required: true,
    schema: text,
  },
  Allow: { description: "The methods that the address has.", required: true, schema: text },
  "Set-Cookie": { description: "Signs the browser in, or out.", required: true, schema: text },
} as const satisfies { readonly [name: string]: HeaderObject };

export type HeaderName = keyof typeof described;

/** Every header that calls may carry besides those of HTTP itself. */
const requested = {
  "If-Match": {
    description:
      "The `ETag` of the record as you know it, or several, or `*`: where it has changed since, nothing is done and the answer is a 412 with the record as it is.",
    schema: text,
  },
  "If-None-Match": {
    description: "The `ETag` of what you have: a 304 where it is still the same.",
    schema: text,
  },
  Range: {
    description:
      "One part of the bytes, such as `bytes=0-999` or `bytes=-500`; several at once answer the whole.",
    schema: text,
  },
  "If-Range": {
    description:
      "The `ETag` of what you have of it: the part is answered only if it is still the same, else the whole.",
    schema: text,
  },
  "Idempotency-Key": {
    description:
      "Any text of yours, the same when you try again: what was done already is answered again for 24 hours and not done twice.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  "Change-Set-Id": {
    description:
      "A UUID of yours: writes that carry the same one, each within five minutes of the one before and all within an hour, are one change set, which is undone as one.",
    schema: { type: "string", format: "uuid" },
  },
  "Change-Set-Name": {
    description:
      "What you call the change set, such as `nightly import`, percent-encoded: undo and redo answer it as `action.name`.",
    schema: { type: "string", minLength: 1, maxLength: 900 },
  },
} as const satisfies { readonly [name: string]: Omit<HeaderObject, "required"> };

export type RequestHeaderName = keyof typeof requested;

/** Describes request headers as parameters of an operation. */
export function headerParameters(names: readonly RequestHeaderName[]): Parameter[] {
  return names.map((name) => ({ name, in: "header", required: false, ...requested[name] }));
}

/** For the document's components. */
export const headers: { readonly [name: string]: HeaderObject } = described;

/** For an answer. */
export function headerRefs(names: readonly HeaderName[]): { [name: string]: Reference } {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
