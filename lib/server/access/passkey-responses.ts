/** Checks the responses of authenticators. Its library is loaded with the first one, as it takes 25 MB of memory. */
import type { Assertion, NewCredential } from "../../contract/passkeys";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";
import type { RelyingParty } from "./relying-party";

/** COSE's numbers of EdDSA, ES256 and RS256, which cover all authenticators. */
export const algorithms = [-8, -7, -257];

/** The challenge and relying party that a response must name. */
interface Expected {
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
}

/** A passkey that an authenticator has created. */
interface CreatedPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
}

/** Checks the response that creates a passkey. Null if it is not valid, or the authenticator has not verified the person. */
export function verifyCreation(
  { id, rawId, type, response }: NewCredential,
  expected: Expected,
): Promise<CreatedPasskey | null> {
  return orNull(async () => {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      ...optionsOf(expected),
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    return { credentialId: credential.id, publicKey: credential.publicKey, counter: credential.counter };
  });
}

/**
 * Checks the response that signs in, and returns the new counter. Null if it is not valid, the authenticator has not
 * verified the person, or the counter has not grown, which means that the passkey was copied.
 */
export function verifyAssertion(
  { id, rawId, type, response: { userHandle: _, ...response } }: Assertion,
  stored: CreatedPasskey,
  expected: Expected,
): Promise<number | null> {
  return orNull(async () => {
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response, clientExtensionResults: {} },
      ...optionsOf(expected),
      credential: { id: stored.credentialId, publicKey: stored.publicKey, counter: stored.counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

function optionsOf({ challenge, relyingParty }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  };
}

/** The library throws for a response that is not valid. */
async function orNull<Result>(work: () => Promise<Result | null>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    logger.debug({ reason: reasonOf(error) }, "the response of an authenticator was refused");
    return null;
  }
}
