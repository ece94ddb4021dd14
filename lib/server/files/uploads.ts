import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { ApiError, badRequest } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { findHostile } from "../../contract/plain-json";

/** What came in; its bytes are in the file now. */
export interface Upload extends StoredBytes {
  readonly originalName: string;
}

interface StoredBytes {
  readonly size: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Writes the file of a request to the disk as it comes in: the part `file` of a multipart body, or all of a raw
 * one. When this throws, nothing will write to the file any more.
 */
export async function readUpload(
  request: Request,
  { filename, to }: { filename: string | undefined; to: string },
): Promise<Upload> {
  if (!request.body) throw badRequest([{ path: "body", message: "is empty; send the file's bytes" }]);
  const body = Readable.from(arriving(request, request.body), { objectMode: false });
  const type = request.headers.get("Content-Type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) {
    if (filename !== undefined) {
      throw badRequest([
        { path: "filename", message: "goes with a raw body; a multipart body names its file itself" },
      ]);
    }
    return readMultipart(body, { type, to });
  }
  if (filename === undefined) {
    throw badRequest([
      { path: "filename", message: "is required in the query: a raw body does not name its file" },
    ]);
  }
  const originalName = checkName(filename, "filename");
  return { originalName, ...(await store(body, to)) };
}

/**
 * What breaks while bytes arrive is the caller's connection, not our disk; it may also just end too early, or
 * never.
 */
async function* arriving(
  { headers, signal }: Request,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const announced = Number(headers.get("Content-Length") ?? 0);
  let size = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > mostRead) break;
      yield chunk;
    }
  } catch {
    size = Number.NaN;
  }
  if (size > mostRead) throw tooLarge();
  const isWhole = size >= announced && !signal.aborted;
  if (!isWhole) throw badRequest([{ path: "body", message: "was cut off" }]);
}

/** Of a file that is too large the rest is let go by: who is cut off while sending never gets to read why. */
const mostRead = 2 * limits.attachmentBytes + 10_000_000;

async function readMultipart(body: Readable, { type, to }: { type: string; to: string }): Promise<Upload> {
  let upload: Promise<Upload> | undefined;
  let taken: Readable | undefined;
  // What else there is goes by before it is refused: who is cut off while sending never gets to read why.
  let refusal: ApiError | undefined;
  const refuse = (part: string, message: string) => {
    refusal ??= badRequest([{ path: part || "body", message }]);
  };
  const parser = parserOf(type);
  parser.on("field", (part: string) => refuse(part, part === "file" ? notAFile : unknownPart));
  parser.on("file", (part: string, file: Readable, name: string | undefined) => {
    if (part !== "file" || upload) {
      refuse(part, part === "file" ? "is given more than once; an upload is one file" : unknownPart);
      return file.resume();
    }
    taken = file;
    upload = store(partOf(file), to).then((stored) => ({
      originalName: checkName(endOf(name ?? "", 255) || "file", "file"),
      ...stored,
    }));
    // Awaited below; until then a failure must not count as unhandled, and ends the reading.
    upload.catch((error) => parser.destroy(error));
  });
  try {
    await pipeline(body, parser);
  } catch (error) {
    const problem = problemOf(error);
    taken?.destroy(problem);
    // What has kept the file from the disk counts first: it is no fault of the body.
    await upload;
    throw problem;
  }
  const stored = await upload;
  if (refusal) throw refusal;
  if (stored) return stored;
  throw badRequest([{ path: "file", message: "is required: the part of the multipart body with the file" }]);
}

const unknownPart = "is not a known part; a multipart body has the part `file` alone";
const notAFile = "is text, not a file: give the part a filename";

/** The bytes of a part. What breaks while they are read is the body, not our disk. */
async function* partOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw problemOf(error);
  }
}

/** What is wrong with a multipart body that could not be read to its end. */
function problemOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return badRequest([{ path: "body", message: "is not a complete multipart body" }]);
}

function parserOf(type: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { fields: 20, parts: 30, fileSize: Number.POSITIVE_INFINITY },
    });
  } catch {
    throw badRequest([{ path: "Content-Type", message: "names no boundary of the parts" }]);
  }
}

/** A 413 where there are too many. */
async function store(bytes: AsyncIterable<Buffer>, to: string): Promise<StoredBytes> {
  const hash = createHash("sha256");
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > limits.attachmentBytes) return done();
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(to);
  try {
    await pipeline(bytes, counting, file);
  } finally {
    // It may still be about to make the file that others are about to remove.
    if (!file.closed) await once(file, "close");
  }
  if (size > limits.attachmentBytes) throw tooLarge();
  return { size, sha256: hash.digest("hex") };
}

function checkName(name: string, path: string): string {
  const found = findHostile(name);
  if (found) throw badRequest([{ path, message: found.message }]);
  return name;
}

/** The last characters of a text, none of them cut in half. */
export function endOf(text: string, longest: number): string {
  return [...text].slice(-longest).join("");
}

function tooLarge(): ApiError {
  const most = limits.attachmentBytes.toLocaleString("en");
  return new ApiError("PAYLOAD_TOO_LARGE", `An attachment has at most ${most} bytes`);
}
