import { isAscii, isUtf8, transcode } from "node:buffer";
import { eachInTurns } from "./turns";

/** Bytes that take well under a millisecond. */
const pieceSize = 250_000;

/** Decodes UTF-8 in turns, without a byte order mark. Throws a `TypeError` for other bytes, like `TextDecoder`. */
export async function decodeInTurns(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= pieceSize) return utf8.decode(bytes);
  const texts: string[] = [];
  await eachInTurns(piecesOf(bytes), (piece) => texts.push(textOf(piece)));
  const text = texts.join("");
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Cuts before the first byte of a character. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + pieceSize, bytes.length);
    for (let back = 0; back < 3 && isContinuation(bytes[end]); back++) end--;
    yield bytes.subarray(start, end);
    start = end;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** By way of UTF-16, because decoding other characters than ASCII takes six times as long directly. */
function textOf(piece: Uint8Array): string {
  if (isAscii(piece)) return Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
  if (!isUtf8(piece)) throw new TypeError("not UTF-8");
  return transcode(piece, "utf8", "utf16le").toString("utf16le");
}
