import { hash } from "node:crypto";
import type { DatabaseDescription } from "../../contract/database-file";

/** Writes a description with its own SHA-256 as the last key: that of the text before this key. */
export function sealDescription(description: DatabaseDescription): string {
  const text = JSON.stringify(description).slice(0, -1);
  return `${text},"sha256":"${sha256(text)}"}`;
}

/** True if a description is as it was sealed. */
export function isSealed(text: string): boolean {
  const [seal, given] = /,"sha256":"([0-9a-f]{64})"\}\s*$/.exec(text.slice(-maxSeal)) ?? [];
  return seal !== undefined && given === sha256(text.slice(0, text.lastIndexOf(seal)));
}

/** Longer than the last key, so that the whole text need not be searched. */
const maxSeal = 100;

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
