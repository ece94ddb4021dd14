import { JsonItems, jsonInTurns } from "../server/json-in-turns";
import { eachInTurns } from "../server/turns";

export type Bytes = Uint8Array<ArrayBuffer>;

/** JSON as a text, or in parts that are sent one after the other if it is long. */
export type JsonBody = string | readonly Bytes[];

/** The body of a response. */
export type AnswerBody = JsonBody | Bytes | ReadableStream | null;

export function isInParts(body: AnswerBody): body is readonly Bytes[] {
  return Array.isArray(body);
}

/** Serialises a response as JSON. */
export async function jsonBody(body: unknown): Promise<JsonBody> {
  if (!hasList(body)) return JSON.stringify(body);
  const parts = await jsonInTurns(body);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= sentAtOnce) return parts.join("");
  const bytes: Bytes[] = [];
  await eachInTurns(parts, (part) => bytes.push(Buffer.from(part)));
  return bytes;
}

/** UTF-16 code units that are encoded and written well within a turn. Each further part would cost a turn of its own. */
const sentAtOnce = 256_000;

/** True if the body holds a list, and so may be long. */
function hasList(body: unknown): body is object {
  return (
    typeof body === "object" &&
    body !== null &&
    Object.values(body).some(
      (value) => value instanceof JsonItems || (Array.isArray(value) && value.length > 1),
    )
  );
}

/** Memory used by the JSON made for one caller, in bytes or UTF-16 code units; 0 for other bodies. */
export function bodySize(body: AnswerBody): number {
  if (isInParts(body)) return body.reduce((sum, part) => sum + part.length, 0);
  return typeof body === "string" ? body.length : 0;
}
