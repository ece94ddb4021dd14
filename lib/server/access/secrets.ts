import { hash, randomBytes } from "node:crypto";

/** A secret of 256 random bits, safe in an address and in a cookie. */
export function mintSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The form of every secret that is made here. */
export const mintedSecret = /^[\w-]{43}$/;

/** What is kept of a secret. Ours have at least 200 random bits, so that a plain hash is enough. */
export function hashOf(secret: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash("sha256", secret, "buffer"));
}
