import { createReadStream } from "node:fs";
import iconv from "iconv-lite";
import type { Tally } from "../notes";
import { UnreadableFile } from "../unreadable-file";
import { countOf, plainText, replacement } from "./plain-text";
import type { TextFile } from "./text-file";

/**
 * Decodes a file in parts. The byte order mark is left out, NULs are removed, and what cannot be decoded is
 * replaced; `tally` counts both. Texts that are to be verbatim are left as they are, and what cannot be decoded is
 * refused. No part ends within a character.
 */
export async function* readText(
  { path, encoding, isVerbatim }: Pick<TextFile, "path" | "encoding" | "isVerbatim">,
  tally: Tally,
): AsyncGenerator<string> {
  const chunks = createReadStream(path, { highWaterMark: chunkBytes });
  yield* decode(chunks, { encoding, isVerbatim }, tally);
}

/** Takes a few milliseconds to parse as CSV. */
const chunkBytes = 64 * 1024;

/** Decodes bytes as `readText` does. */
export async function* decode(
  chunks: AsyncIterable<Buffer>,
  { encoding, isVerbatim }: Pick<TextFile, "encoding" | "isVerbatim">,
  tally: Tally,
): AsyncGenerator<string> {
  const storable = (text: string) => {
    if (!isVerbatim) return plainText(text, tally);
    // Halves of surrogate pairs in UTF-16.
    if (!text.isWellFormed()) throw notIn(encoding);
    return text;
  };
  const count = (undecodable: number) => {
    if (isVerbatim && undecodable > 0) throw notIn(encoding);
    tally.add("undecodable", undecodable);
  };
  const decoder = iconv.getDecoder(encoding);
  const replaced = replacedBy(encoding);
  /** First half of a surrogate pair that the chunk's end cut. */
  let half = "";
  for await (const chunk of chunks) {
    const decoded = decoder.write(chunk);
    count(replaced(decoded, chunk));
    const text = half + decoded;
    half = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    const plain = storable(text.slice(0, text.length - half.length));
    if (plain !== "") yield plain;
  }
  const rest = decoder.end() ?? "";
  count(replaced(rest, Buffer.alloc(0)));
  const plain = storable(half + rest);
  if (plain !== "") yield plain;
}

function notIn(encoding: string): UnreadableFile {
  return new UnreadableFile(
    `The file has bytes that are not ${encoding}. Save it in that encoding, or name the one that it has.`,
  );
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
