import { z } from "zod";
import { keyId, timestamp } from "./ids";

/** Signs a browser in: by an API key, or by a one-time code that the launcher prints at every start. */
export const sessionCreate = z.union(
  [z.strictObject({ key: z.string() }), z.strictObject({ code: z.string() })],
  {
    error: "takes { key } or { code }",
  },
);
export type SessionCreate = z.infer<typeof sessionCreate>;

/** A browser that is signed in. */
export const signedIn = z
  .object({
    id: z.uuid(),
    key: z
      .object({ id: keyId, name: z.string() })
      .nullable()
      .describe("The key that it acts with; null: it came by a sign-in link, and acts as the owner."),
    createdAt: timestamp,
    expiresAt: timestamp,
    isCurrent: z.boolean().describe("Whether it is the one that asks."),
  })
  .describe("A browser that is signed in.");
export type SignedIn = z.infer<typeof signedIn>;
