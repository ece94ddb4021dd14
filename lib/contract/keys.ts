import { z } from "zod";
import { listUpTo } from "../field-types/list";
import { quote } from "../field-types/text";
import { databaseId, keyId, timestamp } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { queryShape } from "./query";

/** What a key may do; an operation names the one it needs. */
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
        description: "The ids of the databases that it opens; null: all, those to come too.",
        examples: [["5f0c1e9a7b3d2468"]],
      }),
    createdAt: timestamp,
    expiresAt: timestamp.nullable().describe("From then on it opens nothing; null: it does not expire."),
    lastUsedAt: timestamp.nullable().describe("To about a minute; null: not yet."),
    madeBy: z
      .object({
        id: keyId,
        name: z.string().nullable().describe("Null: it can do more than your own key."),
      })
      .nullable()
      .describe("The key that made it, be it revoked; null: the launcher, or somebody whom it signed in."),
    made: z
      .int()
      .describe(
        "How many keys it has made, and those in turn, that are not revoked, as far as you see them.",
      ),
  })
  .describe("An API key, without its secret.");
export type Key = z.infer<typeof key>;

/** A key that was just made or rotated. */
export const shownKey = key
  .extend({
    key: z.string().meta({
      description: "The secret to send as `Authorization: Bearer`, shown only this once.",
      examples: ["sk_prod_…"],
    }),
  })
  .describe("An API key with its secret, which is shown only this once.");
export type ShownKey = z.infer<typeof shownKey>;

const grantedScopes = eachOnce(z.array(scope).min(1, { error: "takes at least one scope" }));

const grantedDatabases = eachOnce(
  listUpTo(
    limits.databasesPerKey,
    "databases",
    z.array(z.string()).min(1, { error: "takes at least one id; null stands for all databases" }),
  ),
)
  .nullable()
  .describe("The ids of the databases that it shall open; null: all, those to come too.");

const year10000 = new Date("+010000-01-01T00:00:00.000Z");

const expiry = z.iso
  .datetime({
    offset: true,
    error: "takes an ISO timestamp, such as 2030-01-31T09:30:00Z, or null",
    abort: true,
  })
  .transform((text) => new Date(text))
  .refine((time) => time > new Date() && time < year10000, {
    error: "has to lie in the future, before the year 10000",
  })
  .nullable()
  .describe("From then on it opens nothing; null: it does not expire.");

export const keyCreate = z.strictObject({
  name,
  scopes: grantedScopes,
  databases: grantedDatabases.default(null),
  expiresAt: expiry.default(null),
});
export type KeyCreate = z.output<typeof keyCreate>;

/** What is left out stays as it is. */
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
    .describe("How long the secret of until now stays good beside the new one."),
});
export type KeyRotate = z.output<typeof keyRotate>;

/** What is revoked along with a key. */
export const keyRevocation = queryShape({
  made: z
    .enum(["true", "false"])
    .optional()
    .describe("Whether the keys that it has made, and those that they have, are revoked too."),
});

function eachOnce<Item extends string>(list: z.ZodType<Item[], Item[]>) {
  return list.superRefine((items, context) => {
    const seen = new Set<string>();
    items.forEach((item, index) => {
      if (seen.has(item)) {
        context.addIssue({ code: "custom", path: [index], message: `is ${quote(item)} a second time` });
      }
      seen.add(item);
    });
  });
}
