import * as z from "zod";
import { passkeyId, timestamp } from "./ids";
import { name } from "./names";
import { givenCode, givenPassword } from "./people";

/** A passkey with which a person signs in. */
export const passkey = z
  .object({ id: passkeyId, name: z.string(), createdAt: timestamp, lastUsedAt: timestamp.nullable() })
  .describe("A passkey of your account.");
export type Passkey = z.infer<typeof passkey>;

export const passkeyBegin = z.strictObject({
  currentPassword: givenPassword,
  code: givenCode.optional().describe("Of the second factor, if the account has one."),
});
export type PasskeyBegin = z.output<typeof passkeyBegin>;

const userVerification = z.literal("required");
const publicKey = z.literal("public-key");

/** The options with which a browser creates a passkey. */
export const passkeyCreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(z.object({ type: publicKey, id: z.string() })),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification,
    }),
    attestation: z.literal("none"),
  })
  .describe("For `PublicKeyCredential.parseCreationOptionsFromJSON`.");
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

/** The options with which a browser signs in with a passkey. */
export const passkeyRequestOptions = z
  .object({ rpId: z.string(), challenge: z.string(), timeout: z.int(), userVerification })
  .describe("For `PublicKeyCredential.parseRequestOptionsFromJSON`.");
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** Bytes in base64url. The bounds are far above what authenticators send. */
function bytes(max: number) {
  return z
    .string()
    .max(max, { error: `must have at most ${max} characters` })
    .regex(/^[\w-]+$/, { error: "takes bytes in base64url" });
}

const credentialId = bytes(1_400);
const clientDataJSON = bytes(2_000);

/** The `toJSON()` of a new credential. Its further properties are ignored. */
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({ clientDataJSON, attestationObject: bytes(16_000) }),
});
export type NewCredential = z.output<typeof newCredential>;

export const passkeyCreate = z.strictObject({
  name,
  credential: newCredential.describe("The `toJSON()` of what `navigator.credentials.create` returned."),
});
export type PasskeyCreate = z.output<typeof passkeyCreate>;

export const passkeyUpdate = z.strictObject({ name });
export type PasskeyUpdate = z.output<typeof passkeyUpdate>;

export const passkeyDelete = z.strictObject({ currentPassword: givenPassword });
export type PasskeyDelete = z.output<typeof passkeyDelete>;

/** The `toJSON()` of a credential that signs in. Its further properties are ignored. */
export const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(1_000),
    signature: bytes(1_400),
    userHandle: bytes(100).nullish(),
  }),
});
export type Assertion = z.output<typeof assertion>;
