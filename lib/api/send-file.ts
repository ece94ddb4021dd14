import { ApiError } from "../contract/errors";
import { type ByteRange, rangeOf } from "../server/http/byte-range";
import { knownTag } from "./etag";
import { Bytes } from "./operation";

/** A file with support for range requests. */
export interface SentFile {
  /** Size in bytes. */
  readonly size: number;
  /** Strong ETag. */
  readonly tag: string;
  readonly headers: { readonly [name: string]: string };
  read(part?: ByteRange): ReadableStream;
}

/**
 * Responds with the whole file, the requested range (206) or a 304 if the caller has the file. Throws a 416 for a
 * range outside of the file.
 */
export function sendFile(file: SentFile, { method, headers: sent }: Request): Bytes {
  const headers = { ...file.headers, ETag: file.tag, "Accept-Ranges": "bytes" };
  if (knownTag(sent.get("If-None-Match"), file.tag) !== undefined)
    return new Bytes(null, headers, { status: 304 });
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
  return new Bytes(file.read(part), { ...headers, ...length, ...place }, { status: 206 });
}

/**
 * True if `If-Range` is absent or names the file by its strong tag:
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5
 */
function isStill({ tag }: SentFile, sent: Headers): boolean {
  const wanted = sent.get("If-Range");
  return wanted === null || wanted.trim() === tag;
}

function notSatisfiable({ size }: SentFile): ApiError {
  const bytes = size.toLocaleString("en");
  return new ApiError(
    "RANGE_NOT_SATISFIABLE",
    `The requested range is outside of the file, which has ${bytes} bytes.`,
    undefined,
    {
      "Content-Range": `bytes */${size}`,
    },
  );
}
