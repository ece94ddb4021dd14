import { hash, randomBytes } from "node:crypto";

/** Creates a secret of 256 random bits, safe in URLs and cookies. */
export function mintSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The format of these secrets. */
export const mintedSecret = /^[\w-]{43}$/;

/** The stored hash of a secret. Secrets have at least 200 random bits, so a plain hash suffices. */
export function hashOf(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", secret, "buffer"));
}
