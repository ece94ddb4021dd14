import { createReadStream } from "node:fs";
import iconv from "iconv-lite";
import type { Tally } from "../notes";
import { countOf, plainText, replacement } from "./plain-text";

/**
 * Decodes a file in parts. The byte order mark is left out, NULs are removed, and what cannot be decoded is
 * replaced; `tally` counts both. No part ends within a character.
 */
export async function* readText(path: string, encoding: string, tally: Tally): AsyncGenerator<string> {
  yield* decode(createReadStream(path, { highWaterMark: chunkBytes }), encoding, tally);
}

/** Takes a few milliseconds to parse as CSV. */
const chunkBytes = 64 * 1024;

/** Decodes bytes as `readText` does. */
export async function* decode(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
  tally: Tally,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  const replaced = replacedBy(encoding);
  /** First half of a surrogate pair that the chunk's end cut. */
  let half = "";
  for await (const chunk of chunks) {
    const decoded = decoder.write(chunk);
    tally.add("undecodable", replaced(decoded, chunk));
    const text = half + decoded;
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    const plain = plainText(text.slice(0, text.length - half.length), tally);
    if (plain !== "") yield plain;
  }
  const rest = decoder.end() ?? "";
  tally.add("undecodable", replaced(rest, Buffer.alloc(0)));
  const plain = plainText(half + rest, tally);
  if (plain !== "") yield plain;
}

type CountReplaced = (decoded: string, bytes: Buffer) => number;

/** Counts replacement characters that the decoder of an encoding wrote, without those that the bytes contain. */
function replacedBy(encoding: string): CountReplaced {
  if (encoding.startsWith("utf-16")) return () => 0;
  if (encoding !== "utf-8") return (decoded) => countOf(decoded, replacement);
  const bytesOfOne = Buffer.from(replacement);
  let tail = Buffer.alloc(0);
  return (decoded, bytes) => {
    const whole = Buffer.concat([tail, bytes]);
    // Two bytes may be the beginning of a sequence that the next bytes complete.
    tail = whole.subarray(-2);
    return countOf(decoded, replacement) - countOf(whole, bytesOfOne);
  };
}
