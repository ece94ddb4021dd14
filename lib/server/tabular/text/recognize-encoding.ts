import { isAscii, isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import iconv from "iconv-lite";
import { UnreadableFile } from "../unreadable-file";
import { countOf, replacement } from "./plain-text";

/** Finds the WHATWG name of an encoding. Throws for an unknown label. */
export function encodingNamed(label: string): string {
  const name = whatwgName(label);
  if (name !== undefined && iconv.encodingExists(name)) return name;
  throw new UnreadableFile(
    `“${label.slice(0, 50)}” is not a known encoding. Use a name such as utf-8, utf-16le or windows-1252.`,
  );
}

function whatwgName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** The encoding that the byte order mark names, if there is one. */
export function markedEncoding(head: Buffer): string | undefined {
  return marks.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes))?.encoding;
}

const marks = [
  { encoding: "utf-8", bytes: Buffer.from([0xef, 0xbb, 0xbf]) },
  { encoding: "utf-16le", bytes: Buffer.from([0xff, 0xfe]) },
  { encoding: "utf-16be", bytes: Buffer.from([0xfe, 0xff]) },
];

/**
 * Recognises the encoding of a text file: by its byte order mark, by the NULs of UTF-16, else by whether the first
 * part that is not ASCII is UTF-8 or Windows-1252. `head` holds the first bytes of the file.
 */
export async function recognizeEncoding(path: string, head: Buffer): Promise<string> {
  const known = markedEncoding(head) ?? wideEncoding(head);
  if (known !== undefined) return known;
  for await (const chunk of createReadStream(path, { highWaterMark: scanned }) as AsyncIterable<Buffer>) {
    if (!isAscii(chunk)) return isMostlyUtf8(chunk) ? "utf-8" : "windows-1252";
  }
  return "utf-8";
}

/** Bytes per step of the scan for the first character that is not ASCII. */
const scanned = 1024 * 1024;

/**
 * Recognises UTF-16 without a byte order mark: delimiters, digits and line breaks put NULs into one half of the
 * units, and no text puts many into the other. In ASCII with NULs, nearly all other units are two ASCII characters.
 */
function wideEncoding(head: Buffer): string | undefined {
  const units = Math.min(head.length, 4096) >> 1;
  let [first, second, pairs] = [0, 0, 0];
  for (let at = 0; at < units * 2; at += 2) {
    const [one = 0, other = 0] = [head[at], head[at + 1]];
    if (one === 0) first++;
    if (other === 0) second++;
    if (isPlain(one) && isPlain(other)) pairs++;
  }
  const [rare, common] = [Math.min(first, second), Math.max(first, second)];
  const isAsciiWithNuls = pairs > (units - common) * maxPairShare && common < units / 2;
  if (common <= units * minWideShare || rare > common * maxOtherShare || isAsciiWithNuls) return undefined;
  return second > first ? "utf-16le" : "utf-16be";
}

const minWideShare = 0.1;
const maxOtherShare = 0.02;
const maxPairShare = 0.7;

function isPlain(byte: number): boolean {
  return (byte >= 32 && byte < 127) || (byte >= 9 && byte <= 13);
}

/** Tolerates broken bytes in UTF-8 if there are at least as many good characters. */
function isMostlyUtf8(chunk: Buffer): boolean {
  if (isUtf8(chunk)) return true;
  const text = chunk.toString("utf8");
  const given = countOf(chunk, Buffer.from(replacement));
  const broken = countOf(text, replacement) - given;
  const good = (text.match(/[^\p{ASCII}\uFFFD]/gu) ?? []).length + given;
  // The end of the chunk may cut a character, which is no reason to doubt.
  const isCut = text.endsWith(replacement) && chunk.length === scanned;
  return good >= broken - (isCut ? 1 : 0);
}
