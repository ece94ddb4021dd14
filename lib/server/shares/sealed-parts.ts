/** Encrypts what a shared link answers and takes back. Equal texts give equal results, so that browsers can cache. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from "node:crypto";

const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

/** The use of a sealed text: one that was sealed for one use is invalid for the other. */
type Purpose = "cursor" | "file" | "proof";

/** Encrypts a text under the key of a share. */
export function sealPart(purpose: Purpose, text: string, key: string): string {
  const derived = keyOf(purpose, key);
  // From the text, because a nonce must never be used for two texts.
  const nonce = createHmac("sha256", derived).update(text).digest().subarray(0, nonceBytes);
  const cipher = createCipheriv(algorithm, derived, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts a text; null if it was not sealed for this purpose under this key. */
export function unsealPart(purpose: Purpose, sealed: string, key: string): string | null {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceBytes + tagBytes || bytes.toString("base64url") !== sealed) return null;
  const decipher = createDecipheriv(algorithm, keyOf(purpose, key), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** Derives the key of a use from that of a share. */
export function keyOf(purpose: Purpose, key: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", key, "", `rowhouse shared ${purpose}`, 32));
}
