import { ApiError } from "../contract/errors";
import { type ByteRange, rangeOf } from "../server/http/byte-range";
import { knownTag } from "./etag";
import { Bytes } from "./operation";

/** A file of which a caller may ask for a part. */
export interface SentFile {
  /** In bytes. */
  readonly size: number;
  /** A strong tag. */
  readonly tag: string;
  readonly headers: { readonly [name: string]: string };
  read(part?: ByteRange): ReadableStream;
}

/** The whole file, the part that `Range` names (206), or nothing for a caller who has it (304); a 416 for no such part. */
export function sendFile(file: SentFile, { method, headers: sent }: Request): Bytes {
  const headers = { ...file.headers, ETag: file.tag, "Accept-Ranges": "bytes" };
  if (knownTag(sent.get("If-None-Match"), file.tag) !== undefined) return new Bytes(null, headers, 304);
  const part = method === "GET" && isStill(file, sent) ? rangeOf(sent.get("Range"), file.size) : undefined;
  if (part === "none") throw notSatisfiable(file);
  if (part === undefined) {
    return new Bytes(method === "HEAD" ? null : file.read(), {
      ...headers,
      "Content-Length": String(file.size),
    });
  }
  const { start, end } = part;
  const length = { "Content-Length": String(end - start + 1) };
  const place = { "Content-Range": `bytes ${start}-${end}/${file.size}` };
  return new Bytes(file.read(part), { ...headers, ...length, ...place }, 206);
}

/** Whether the file is the one that `If-Range` names, by its strong tag: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5 */
function isStill({ tag }: SentFile, sent: Headers): boolean {
  const wanted = sent.get("If-Range");
  return wanted === null || wanted.trim() === tag;
}

function notSatisfiable({ size }: SentFile): ApiError {
  const bytes = size.toLocaleString("en");
  return new ApiError(
    "RANGE_NOT_SATISFIABLE",
    `The file has no such part. It has ${bytes} bytes.`,
    undefined,
    {
      "Content-Range": `bytes */${size}`,
    },
  );
}
