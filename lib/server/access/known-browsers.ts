import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const idBytes = 16;

/**
 * Creates a token by which a browser shows later that its person has signed in there. It is derived from the stored form
 * of their password, so it ends when they choose another one, and nothing has to be stored.
 */
export function mintKnownToken(storedPassword: string): string {
  const id = randomBytes(idBytes);
  return Buffer.concat([id, signatureOf(id, storedPassword)]).toString("base64url");
}

/** The id of a browser by its token; undefined if the token is not of the person with this password. */
export function knownBrowserOf(token: string, storedPassword: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, idBytes);
  const [given, expected] = [bytes.subarray(idBytes), signatureOf(id, storedPassword)];
  // Decoders ignore some characters.
  const isCanonical = bytes.toString("base64url") === token;
  const isGenuine = isCanonical && given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine ? id.toString("base64url") : undefined;
}

function signatureOf(id: Uint8Array, storedPassword: string): Buffer {
  return createHmac("sha256", storedPassword).update("known browser").update(id).digest();
}
