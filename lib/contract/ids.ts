import * as z from "zod";
import { randomBase58 } from "../field-types/base58";
import { quote } from "../field-types/text";

export const databaseId = idLike(/^[0-9a-f]{16}$/, "5f0c1e9a7b3d2468");
export const tableId = idLike(/^t[1-9A-HJ-NP-Za-km-z]{10}$/, "t7nWkPzq4Rd");
export const fieldId = idLike(/^f[1-9A-HJ-NP-Za-km-z]{10}$/, "f3VbHs9KxLm");
export const viewId = idLike(/^v[1-9A-HJ-NP-Za-km-z]{10}$/, "vL2dCy8FqTe");
/** A UUID of any version. */
export const recordId = z
  .guid({
    error: ({ code, input }) =>
      code === "invalid_format" ? `takes a record id, which is a UUID, not ${quote(input)}` : undefined,
  })
  .toLowerCase();
export const keyId = z.guid().toLowerCase();
export const personId = z.guid().toLowerCase();
export const invitationId = z.guid().toLowerCase();
export const passkeyId = z.guid().toLowerCase();
export const shareId = z.guid().toLowerCase();
export const auditEventId = z.guid().toLowerCase();

function idLike(pattern: RegExp, example: string) {
  return z
    .string()
    .regex(pattern)
    .meta({ examples: [example] });
}

/** ISO 8601, UTC, milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

export function mintDatabaseId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export function mintId(prefix: "t" | "f" | "v"): string {
  return prefix + randomBase58(10);
}

/** The format of every API key. Anything else is refused without a lookup. */
export const keySecret = /^sk_prod_[1-9A-HJ-NP-Za-km-z]{40}$/;

/** Creates the secret of an API key. It is shown once; only its SHA-256 is stored. */
export function mintKey(): string {
  return `sk_prod_${randomBase58(40)}`;
}
