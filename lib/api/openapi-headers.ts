import type { HeaderObject, Reference } from "./openapi-types";

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
  Allow: { description: "The methods that the address has.", required: true, schema: text },
  "Set-Cookie": { description: "Signs the browser in, or out.", required: true, schema: text },
} as const satisfies { readonly [name: string]: HeaderObject };

export type HeaderName = keyof typeof described;

/** For the document's components. */
export const headers: { readonly [name: string]: HeaderObject } = described;

/** For an answer. */
export function headerRefs(names: readonly HeaderName[]): { [name: string]: Reference } {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
