import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { ApiError, badRequest } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { findHostile } from "../../contract/plain-json";
import { requireRoom } from "../postgres/disk-room";

/** A received upload, written to its file. */
export interface Upload extends StoredBytes {
  readonly originalName: string;
}

interface StoredBytes {
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Where to write a file, and the maximum number of its bytes. */
interface Target {
  readonly to: string;
  readonly maxBytes: number;
}

/**
 * Streams the file of a request to the disk: the part `file` of a multipart body, or a raw body. After a throw,
 * nothing writes to the file any more.
 */
export async function readUpload(
  request: Request,
  { filename, ...given }: { filename: string | undefined } & Pick<Target, "to"> & Partial<Target>,
): Promise<Upload> {
  const target = { maxBytes: limits.attachmentBytes, ...given };
  if (!request.body) throw badRequest([{ path: "body", message: "is empty; send the file's bytes" }]);
  const body = Readable.from(arriving(request, request.body, target), { objectMode: false });
  const type = request.headers.get("Content-Type") ?? "";
  if (/^multipart\/form-data\b/i.test(type)) {
    if (filename !== undefined) {
      throw badRequest([
        { path: "filename", message: "is only for raw bodies; a multipart body contains the file name" },
      ]);
    }
    return readMultipart(body, type, target);
  }
  if (filename === undefined) {
    throw badRequest([{ path: "filename", message: "is required in the query for a raw body" }]);
  }
  const originalName = checkName(filename, "filename");
  return { originalName, ...(await store(body, target)) };
}

/** Blames the connection for errors while bytes arrive, not the disk. The body may also end early or stall. */
async function* arriving(
  { headers, signal }: Request,
  body: ReadableStream<Uint8Array>,
  { maxBytes }: Target,
): AsyncGenerator<Uint8Array> {
  const maxRead = 2 * maxBytes + readAtLeast;
  const announced = Number(headers.get("Content-Length") ?? 0);
  let size = 0;
  try {
    for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxRead) break;
      yield chunk;
    }
  } catch {
    size = Number.NaN;
  }
  if (size > maxRead) throw tooLarge(maxBytes);
  const isWhole = size >= announced && !signal.aborted;
  if (!isWhole) throw badRequest([{ path: "body", message: "was cut off" }]);
}

/**
 * Bytes of any body that are read and discarded if the file is too large, besides twice the maximum, because a client
 * that is cut off never reads the error.
 */
const readAtLeast = 10_000_000;

async function readMultipart(body: Readable, type: string, target: Target): Promise<Upload> {
  let upload: Promise<Upload> | undefined;
  let taken: Readable | undefined;
  // Reads the rest before refusing, because a client that is cut off never reads the error.
  let refusal: ApiError | undefined;
  const refuse = (part: string, message: string) => {
    refusal ??= badRequest([{ path: part || "body", message }]);
  };
  const parser = parserOf(type);
  parser.on("field", (part: string) => refuse(part, part === "file" ? notAFile : unknownPart));
  parser.on("file", (part: string, file: Readable, name: string | undefined) => {
    if (part !== "file" || upload) {
      refuse(part, part === "file" ? "is given more than once; upload one file per call" : unknownPart);
      return file.resume();
    }
    taken = file;
    upload = store(partOf(file), target).then((stored) => ({
      originalName: checkName(endOf(name ?? "", 255) || "file", "file"),
      ...stored,
    }));
    // Awaited below. Avoids an unhandled rejection until then, and ends the parsing.
    upload.catch((error) => parser.destroy(error));
  });
  try {
    await pipeline(body, parser);
  } catch (error) {
    const problem = problemOf(error);
    taken?.destroy(problem);
    // A disk error takes precedence over errors of the body.
    await upload;
    throw problem;
  }
  const stored = await upload;
  if (refusal) throw refusal;
  if (stored) return stored;
  throw badRequest([{ path: "file", message: "is a required part of the multipart body" }]);
}

const unknownPart = "is not a known part; the only part is `file`";
const notAFile = "is text, not a file; add a filename to the part";

/** The bytes of a part. Errors while reading concern the body, not the disk. */
async function* partOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    throw problemOf(error);
  }
}

/** The error for a multipart body that could not be read. */
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
    throw badRequest([{ path: "Content-Type", message: "has no boundary parameter" }]);
  }
}

/** Writes bytes to a file; a 413 beyond the limit. */
async function store(bytes: AsyncIterable<Buffer>, { to, maxBytes }: Target): Promise<StoredBytes> {
  const hash = createHash("sha256");
  let size = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > maxBytes) return done();
      hash.update(chunk);
      done(problemOfDisk(), chunk);
    },
  });
  const file = createWriteStream(to);
  try {
    await pipeline(bytes, counting, file);
  } finally {
    // Waits until the file is closed, so that it is not created after its removal.
    if (!file.closed) await once(file, "close");
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return { size, sha256: hash.digest("hex") };
}

/** A large upload may fill the disk, which the check at the start of the call cannot know. */
function problemOfDisk(): Error | null {
  try {
    requireRoom();
    return null;
  } catch (error) {
    return error as Error;
  }
}

function checkName(name: string, path: string): string {
  const found = findHostile(name);
  if (found) throw badRequest([{ path, message: found.message }]);
  return name;
}

/** The last characters of a text, without cutting a surrogate pair. */
export function endOf(text: string, maxLength: number): string {
  return [...text].slice(-maxLength).join("");
}

function tooLarge(maxBytes: number): ApiError {
  const max = maxBytes.toLocaleString("en");
  return new ApiError("PAYLOAD_TOO_LARGE", `The file is too large. At most ${max} bytes are allowed.`);
}
