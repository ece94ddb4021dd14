import * as z from "zod";
import { keyId, timestamp } from "./ids";
import { assertion } from "./passkeys";
import { givenCode, givenPassword } from "./people";

/**
 * Signs in a browser by an e-mail address and password, by an API key, by the one-time code that the launcher prints
 * at every start, or by a passkey.
 */
export const sessionCreate = z.union(
  [
    z.strictObject({
      email: z.string().max(254),
      password: givenPassword,
      code: givenCode.optional().describe("Of the second factor, if the account has one."),
    }),
    z.strictObject({ key: z.string() }),
    z.strictObject({ code: z.string() }),
    z.strictObject({
      passkey: assertion.describe("The `toJSON()` of what `navigator.credentials.get` returned."),
    }),
  ],
  { error: "takes { email, password, code? }, { key }, { code } or { passkey }" },
);
export type SessionCreate = z.infer<typeof sessionCreate>;

/** A signed-in browser. */
export const signedIn = z
  .object({
    id: z.uuid(),
    key: z
      .object({ id: keyId, name: z.string() })
      .nullable()
      .describe("The key it signed in with; null if it signed in in another way."),
    createdAt: timestamp,
    expiresAt: timestamp,
    isCurrent: z.boolean().describe("True for the session that sent this request."),
  })
  .describe("A signed-in browser.");
export type SignedIn = z.infer<typeof signedIn>;
