import { fileTypeFromBuffer } from "file-type";
import iconv from "iconv-lite";
import type { ReadOptions } from "../table";
import { UnreadableFile } from "../unreadable-file";
import { encodingNamed, markedEncoding, recognizeEncoding } from "./recognize-encoding";

/** A file of text. */
export interface TextFile {
  readonly path: string;
  /** WHATWG name. */
  readonly encoding: string;
  /** Leaves texts as they are, as in `ReadOptions`. */
  readonly isVerbatim: boolean;
  /** Beginning of the text. */
  readonly sample: string;
}

/** Recognises the encoding of a file and refuses what is no text. `head` holds the first bytes. */
export async function openText(
  path: string,
  head: Buffer,
  { encoding: label, isVerbatim = false }: Pick<ReadOptions, "encoding" | "isVerbatim">,
): Promise<TextFile> {
  const named = label === undefined ? undefined : encodingNamed(label);
  const encoding = markedEncoding(head) ?? named ?? (await recognizeEncoding(path, head));
  const sample = iconv.decode(head, encoding);
  if (isBinary(sample)) throw new UnreadableFile(await binaryMessage(head));
  if (/^\s*<(?:!doctype|html|\?xml|table)\b/i.test(sample)) {
    throw new UnreadableFile("The file is a web page or XML, not a table. Save it as CSV or XLSX.");
  }
  return { path, encoding, isVerbatim, sample };
}

/** Recognises bytes that are no text by their control characters. Some programs pad texts with NULs. */
function isBinary(sample: string): boolean {
  let controls = 0;
  let nuls = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code === 0) nuls++;
    else if (code < 9 || (code > 13 && code < 32)) controls++;
  }
  const rest = sample.length - nuls;
  if (controls > Math.max(1, rest * maxControlShare)) return true;
  return sample.length > 512 && nuls > sample.length * maxNulShare && rest > 0;
}

const maxControlShare = 0.02;
const maxNulShare = 0.3;

async function binaryMessage(head: Buffer): Promise<string> {
  const type = await fileTypeFromBuffer(head).catch(() => undefined);
  const found = type ? `is a ${type.ext.toUpperCase()} file, not` : "is not";
  return `The file ${found} a table. Choose a CSV, XLSX, JSON or NDJSON file.`;
}
