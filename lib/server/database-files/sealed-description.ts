import { hash } from "node:crypto";
import type { DatabaseDescription } from "../../contract/database-file";

/** Writes a description with its own SHA-256 as the last key: that of the text before this key. */
export function sealDescription(description: DatabaseDescription): string {
  const text = JSON.stringify(description).slice(0, -1);
  return `${text},"sha256":"${sha256(text)}"}`;
}

/** The text of a sealed description without the checksum; undefined if it was altered. */
export function unsealDescription(text: string): string | undefined {
  const [seal, given] = /,"sha256":"([0-9a-f]{64})"\}\s*$/.exec(text.slice(-maxSeal)) ?? [];
  const described = text.slice(0, text.lastIndexOf(seal ?? "\0"));
  return given === sha256(described) ? `${described}}` : undefined;
}

/** Longer than the last key, so that the whole text need not be searched. */
const maxSeal = 100;

function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
