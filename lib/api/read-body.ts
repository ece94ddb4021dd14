import { ApiError, badRequest } from "../contract/errors";
import { limits } from "../contract/limits";
import { pathOf } from "../contract/parse";
import { type readJson, readJsonInSteps } from "../contract/read-json";
import type { Share } from "../server/room";
import { inTurns, takeTurn } from "../server/turns";
import { decodeInTurns } from "../server/utf8-in-turns";
import { readInLine } from "./large-bodies";
import type { Operation } from "./operation";

/** Limits of a body, and the memory share that it uses. */
export interface BodyBounds extends Pick<Operation, "bodyValues" | "bodyBytes"> {
  readonly share?: Share;
}

/** Reads the JSON body of a request; undefined if there is none. Throws a 400, 413 or 415. */
export async function readBody(request: Request, bounds: BodyBounds = {}): Promise<unknown> {
  const announced = announcedBytes(request);
  const read = () => readNow(request, bounds);
  return announced <= small ? read() : readInLine(read);
}

async function readNow(request: Request, bounds: BodyBounds): Promise<unknown> {
  const { bodyValues = limits.bodyValues } = bounds;
  requirePlain(request.headers.get("Content-Encoding"));
  const text = await decode(await readBytes(request, bounds).catch(explainBreak));
  if (text === "") return undefined;
  requireJsonType(request.headers.get("Content-Type"));
  const { json, hostile } = await parseJson(text, bodyValues);
  if (hostile) throw badRequest([{ path: pathOf(hostile.path, "body"), message: hostile.message }]);
  return json;
}

/** Up to this size, memory is reserved by the announced length, and the body is read at once and in one step. */
const small = 64_000;

async function readBytes(request: Request, { bodyBytes, share }: BodyBounds): Promise<Uint8Array> {
  const maxBytes = Math.min(bodyBytes ?? limits.bodyBytes, limits.bodyBytes);
  const announced = announcedBytes(request);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  if (announced <= small) {
    share?.take(announced);
    return new Uint8Array(await request.arrayBuffer());
  }
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Reserves memory for received bytes only, so that announcing a length costs nothing.
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    share?.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** NaN if the length is not announced. */
function announcedBytes({ headers }: Request): number {
  return Number(headers.get("Content-Length") ?? Number.NaN);
}

/** Blames the caller's connection for errors while bytes arrive, not the database. */
function explainBreak(error: unknown): never {
  throw error instanceof ApiError ? error : badRequest([{ path: "body", message: "was cut off" }]);
}

function requirePlain(encoding: string | null): void {
  if (encoding === null || encoding.toLowerCase() === "identity") return;
  throw new ApiError(
    "UNSUPPORTED_MEDIA_TYPE",
    `The Content-Encoding ${encoding.slice(0, 40)} is not supported. Send the body uncompressed.`,
  );
}

async function decode(bytes: Uint8Array): Promise<string> {
  try {
    return await decodeInTurns(bytes);
  } catch {
    throw badRequest([{ path: "body", message: "is not UTF-8" }]);
  }
}

function requireJsonType(type: string | null): void {
  if (/^\s*application\/json\s*(;|$)/i.test(type ?? "")) return;
  throw new ApiError(
    "UNSUPPORTED_MEDIA_TYPE",
    "The Content-Type is not supported. Send JSON with the header Content-Type: application/json.",
  );
}

/** Parses JSON in turns, as it may be long. Throws a 413 for more values than `maxValues`. */
export async function parseJson(text: string, maxValues: number): Promise<ReturnType<typeof readJson>> {
  try {
    if (text.length > longText) await takeTurn();
    return await inTurns(readJsonInSteps(text, maxValues));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const where = /at position \d+( \(line \d+ column \d+\))?/.exec(String(error))?.[0];
    throw badRequest([{ path: "body", message: `is not valid JSON${where ? ` (${where})` : ""}` }]);
  }
}

/** UTF-16 code units beyond which parsing waits for its turn. */
const longText = 50_000;

function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `The body is too large. At most ${maxBytes.toLocaleString("en")} bytes are allowed.`,
  );
}
