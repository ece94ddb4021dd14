import type {
  Assertion,
  NewCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from "@/lib/contract/passkeys";

/** A failure of the browser or authenticator, whose message can be shown. */
export class PasskeyError extends Error {
  override readonly name = "PasskeyError";
}

/** True in browsers that read and write WebAuthn's JSON, as all have since 2025. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== "undefined" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential &&
    "toJSON" in PublicKeyCredential.prototype
  );
}

/** Creates a passkey on the device that the person chooses. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const { id, rawId, response } = jsonOf(await explained(() => navigator.credentials.create({ publicKey })));
  if (!("attestationObject" in response)) throw new PasskeyError(other);
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject } };
}

/** Asks the person for one of their passkeys of this site. */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<Assertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { id, rawId, response } = jsonOf(await explained(() => navigator.credentials.get({ publicKey })));
  if (!("signature" in response)) throw new PasskeyError(other);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

const type = "public-key";

function jsonOf(credential: Credential | null): ReturnType<PublicKeyCredential["toJSON"]> {
  if (credential instanceof PublicKeyCredential) return credential.toJSON();
  throw new PasskeyError(other);
}

/** Explains an error of the browser by its name. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new PasskeyError((error instanceof DOMException && problems[error.name]) || other);
  }
}

const other = "The browser couldn't use a passkey. Try again, or use another browser or device.";
const withoutVerification =
  "This device can't create a passkey that asks for your fingerprint, face or PIN. Use another one.";
const problems: { readonly [name: string]: string } = {
  NotAllowedError: "The passkey was not confirmed. Try again.",
  InvalidStateError: "This device already has a passkey for your account.",
  ConstraintError: withoutVerification,
  NotSupportedError: withoutVerification,
};
