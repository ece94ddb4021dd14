import { z } from "zod";
import { randomBase58 } from "../field-types/base58";
import { quote } from "../field-types/text";

export const databaseId = z.string().regex(/^[0-9a-f]{16}$/);
export const tableId = z.string().regex(/^t[1-9A-HJ-NP-Za-km-z]{10}$/);
export const fieldId = z.string().regex(/^f[1-9A-HJ-NP-Za-km-z]{10}$/);
export const viewId = z.string().regex(/^v[1-9A-HJ-NP-Za-km-z]{10}$/);
/** Any UUID, whatever its version. */
export const recordId = z
  .guid({
    error: ({ code, input }) =>
      code === "invalid_format" ? `takes the id of a record, a UUID, not ${quote(input)}` : undefined,
  })
  .toLowerCase();
export const keyId = z.guid().toLowerCase();

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

/** The form of every API key, so that what cannot be one is refused without looking for it. */
export const keySecret = /^sk_prod_[1-9A-HJ-NP-Za-km-z]{40}$/;

/** An API key, shown once; only its SHA-256 is kept. */
export function mintKey(): string {
  return `sk_prod_${randomBase58(40)}`;
}
