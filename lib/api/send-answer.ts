import type { ServerResponse } from "node:http";
import { type Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  codingFor,
  compress,
  compressor,
  etagForCoding,
  minCompressedBytes,
} from "../server/http/compression";
import { takeTurn } from "../server/turns";
import { type Bytes, isInParts } from "./answer-body";
import type { Answer } from "./respond";

/**
 * Sends an answer over Node's own response, which is faster than by a `Response` in between. A long one is compressed
 * where `accepted`, the caller's `Accept-Encoding`, allows it. A stream is sent as it comes; one that fails breaks off the
 * connection.
 */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, cookies = [], body, isCompressible, release }: Answer,
  accepted?: string,
): Promise<void> {
  if (release && response.destroyed) release();
  else if (release) response.once("close", release);
  if (body instanceof ReadableStream) {
    const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    if (isCompressible) await sendCompressed(response, { status, headers, stream }, accepted);
    else await sendStream(response.writeHead(status, headers), [stream]);
    return;
  }
  // Node sends a list as one header for each.
  const ofCookies = cookies.length > 0 && { "Set-Cookie": [...cookies] };
  const varying = { ...headers, ...ofCookies, Vary: "Accept-Encoding" };
  if (body === null) {
    response.writeHead(status, varying).end();
    return;
  }
  const length = lengthOf(body);
  const coding = length < minCompressedBytes ? undefined : codingFor(accepted);
  if (coding === undefined) {
    response.writeHead(status, { ...varying, "Content-Length": length });
    if (isInParts(body)) await sendStream(response, [Readable.from(inTurns(body))]);
    else response.end(body);
    return;
  }
  const compressed = await compress(isInParts(body) ? Buffer.concat(body) : Buffer.from(body), coding);
  const coded = {
    ...varying,
    ...(headers.ETag !== undefined && { ETag: etagForCoding(headers.ETag, coding) }),
    "Content-Encoding": coding,
    "Content-Length": compressed.length,
  };
  response.writeHead(status, coded).end(compressed);
}

async function sendCompressed(
  response: ServerResponse,
  { status, headers, stream }: Pick<Answer, "status" | "headers"> & { stream: Readable },
  accepted: string | undefined,
): Promise<void> {
  const varying = { ...headers, Vary: "Accept-Encoding" };
  const coding = codingFor(accepted);
  if (coding === undefined) return sendStream(response.writeHead(status, varying), [stream]);
  response.writeHead(status, { ...varying, "Content-Encoding": coding });
  await sendStream(response, [stream, compressor(coding)]);
}

/** The caller may stop reading at any time. */
async function sendStream(
  response: ServerResponse,
  streams: readonly [Readable, ...Duplex[]],
): Promise<void> {
  await pipeline([...streams, response]).catch(() => {});
}

/** Writing takes time too, as the kernel copies every byte. */
async function* inTurns(parts: readonly Bytes[]): AsyncGenerator<Bytes> {
  for (const part of parts) {
    await takeTurn();
    yield part;
  }
}

function lengthOf(body: string | Bytes | readonly Bytes[]): number {
  if (isInParts(body)) return body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.byteLength(body);
}
