import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { quote } from "../field-types/text";
import { databaseId, keyId, timestamp } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { namedPerson } from "./people";
import { queryShape } from "./query";

/** The scopes of a key; each operation requires one. */
export const scopes = ["read", "write", "schema", "keys"] as const;
export type Scope = (typeof scopes)[number];
const scope = z.enum(scopes);

export const key = z
  .object({
    id: keyId,
    name: z.string().meta({ examples: ["Website"] }),
    scopes: z.array(scope),
    databases: z
      .array(databaseId)
      .nullable()
      .meta({
        description: "The ids of the databases the key can access; null for all, including future ones.",
        examples: [["5f0c1e9a7b3d2468"]],
      }),
    createdAt: timestamp,
    expiresAt: timestamp.nullable().describe("When the key stops working; null if it does not expire."),
    lastUsedAt: timestamp.nullable().describe("Accurate to about a minute; null if the key was never used."),
    person: namedPerson.describe("Whose key it is. It never does more than that person may."),
    madeBy: z
      .object({
        id: keyId,
        name: z.string().nullable().describe("null if that key can do more than yours."),
      })
      .nullable()
      .describe(
        "The key that created it, even if revoked since; null if the launcher or a browser signed in by its link created it.",
      ),
    made: z
      .int()
      .describe(
        "Number of active keys that it created, directly or through keys it created, as far as you can see them.",
      ),
  })
  .describe("An API key, without its secret.");
export type Key = z.infer<typeof key>;

/** A key with its secret, right after creation or rotation. */
export const shownKey = key
  .extend({
    key: z.string().meta({
      description: "The secret to send as `Authorization: Bearer`, shown only once.",
      examples: ["sk_prod_…"],
    }),
  })
  .describe("An API key with its secret, which is shown only once.");
export type ShownKey = z.infer<typeof shownKey>;

const grantedScopes = eachOnce(z.array(scope).min(1, { error: "takes at least one scope" }));

const grantedDatabases = eachOnce(
  listUpTo(
    limits.databasesPerKey,
    "databases",
    z.array(z.string()).min(1, { error: "takes at least one id, or null for all databases" }),
  ),
)
  .nullable()
  .describe("The ids of the databases the key can access; null for all, including future ones.");

const year10000 = new Date("+010000-01-01T00:00:00.000Z");

const expiry = z.iso
  .datetime({
    offset: true,
    error: "takes an ISO timestamp, such as 2030-01-31T09:30:00Z, or null",
    abort: true,
  })
  .transform((text) => new Date(text))
  .refine((time) => time > new Date() && time < year10000, {
    error: "must be in the future and before the year 10000",
  })
  .nullable()
  .describe("When the key stops working; null if it does not expire.");

export const keyCreate = z.strictObject({
  name,
  scopes: grantedScopes,
  databases: grantedDatabases.default(null),
  expiresAt: expiry.default(null),
});
export type KeyCreate = z.output<typeof keyCreate>;

/** Omitted keys stay unchanged. */
export const keyUpdate = z
  .strictObject({ name, scopes: grantedScopes, databases: grantedDatabases, expiresAt: expiry })
  .partial();
export type KeyUpdate = z.output<typeof keyUpdate>;

export const keyRotate = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(limits.overlapSeconds)
    .default(0)
    .describe("How long the old secret stays valid beside the new one."),
});
export type KeyRotate = z.output<typeof keyRotate>;

/** Options of a revocation. */
export const keyRevocation = queryShape({
  made: z
    .enum(["true", "false"])
    .optional()
    .describe("Also revokes the keys that it created, directly or through keys it created."),
});

function eachOnce<Item extends string>(list: z.ZodType<Item[], Item[]>) {
  return list.superRefine((items, context) => {
    const seen = new Set<string>();
    items.forEach((item, index) => {
      if (seen.has(item)) {
        context.addIssue({ code: "custom", path: [index], message: `repeats ${quote(item)}` });
      }
      seen.add(item);
    });
  });
}
