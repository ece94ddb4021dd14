import { ApiError, badRequest, pathOf } from "../contract/errors";
import { limits } from "../contract/limits";

/** The JSON of a request's body, undefined when there is none; a 400, 413 or 415 for what it must not be. */
export async function readBody(request: Request): Promise<unknown> {
  const text = decode(await readBytes(request).catch(explainBreak));
  if (text === "") return undefined;
  requireJsonType(request.headers.get("Content-Type"));
  const body = parseJson(text);
  refuseHostile(body);
  return body;
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get("Content-Length") ?? Number.NaN);
  if (announced > limits.bodyBytes) throw tooLarge();
  if (announced >= 0) return new Uint8Array(await request.arrayBuffer());
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limits.bodyBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What breaks while bytes arrive is the caller's connection, not ours to the database. */
function explainBreak(error: unknown): never {
  throw error instanceof ApiError ? error : badRequest([{ path: "body", message: "did not arrive whole" }]);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest([{ path: "body", message: "is not UTF-8" }]);
  }
}

function requireJsonType(type: string | null): void {
  if (/^\s*application\/json\s*(;|$)/i.test(type ?? "")) return;
  throw new ApiError("UNSUPPORTED_MEDIA_TYPE", "A body needs the header Content-Type: application/json");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = /at position \d+( \(line \d+ column \d+\))?/.exec(String(error))?.[0];
    throw badRequest([{ path: "body", message: `is not valid JSON${where ? ` (${where})` : ""}` }]);
  }
}

/** A value in the body, linked to what it stands in. */
interface Place {
  readonly value: unknown;
  readonly key: PropertyKey | undefined;
  readonly within: Place | undefined;
}

/**
 * Refuses what no operation takes, wherever it stands: nesting beyond the limit, keys that would reach an
 * object's prototype, and text that PostgreSQL or UTF-8 cannot hold. Goes level by level instead of calling
 * itself, so that no depth can exhaust the stack.
 */
function refuseHostile(body: unknown): void {
  let level: Place[] = [{ value: body, key: undefined, within: undefined }];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Place[] = [];
    for (const place of level) {
      const { value } = place;
      if (typeof value === "string") refuseText(value, place);
      if (typeof value !== "object" || value === null) continue;
      if (depth >= limits.jsonDepth) throw wrong(place, `is nested more than ${limits.jsonDepth} deep`);
      for (const [key, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
        const entry = { value: child, key, within: place };
        if (key === "__proto__") throw wrong(entry, "is not a known key");
        if (typeof key === "string") refuseText(key, entry);
        next.push(entry);
      }
    }
    level = next;
  }
}

function refuseText(text: string, place: Place): void {
  if (text.includes("\0")) throw wrong(place, "holds a NUL character, which cannot be stored");
  if (!text.isWellFormed()) throw wrong(place, "holds half of a surrogate pair, which is not valid text");
}

function wrong(place: Place, message: string): ApiError {
  const path: PropertyKey[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.within) path.unshift(at.key);
  return badRequest([{ path: printable(pathOf(path, "body")), message }]);
}

/** A path may hold the very characters that it tells of. */
function printable(path: string): string {
  return path.toWellFormed().replaceAll("\0", "\\u0000");
}

function tooLarge(): ApiError {
  return new ApiError(
    "PAYLOAD_TOO_LARGE",
    `A body has at most ${limits.bodyBytes.toLocaleString("en")} bytes`,
  );
}
