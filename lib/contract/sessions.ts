import * as z from "zod";
import { keyId, timestamp } from "./ids";

/** Signs in a browser by an API key, or by the one-time code that the launcher prints at every start. */
export const sessionCreate = z.union(
  [z.strictObject({ key: z.string() }), z.strictObject({ code: z.string() })],
  {
    error: "takes { key } or { code }",
  },
);
export type SessionCreate = z.infer<typeof sessionCreate>;

/** A signed-in browser. */
export const signedIn = z
  .object({
    id: z.uuid(),
    key: z
      .object({ id: keyId, name: z.string() })
      .nullable()
      .describe("The key it signed in with; null if it used a sign-in link and acts as the owner."),
    createdAt: timestamp,
    expiresAt: timestamp,
    isCurrent: z.boolean().describe("True for the session that sent this request."),
  })
  .describe("A signed-in browser.");
export type SignedIn = z.infer<typeof signedIn>;
