import type { Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

/** A supported content coding. */
export type Coding = keyof typeof codings;

/** Minimum size in bytes of a body to compress. Shorter ones fit into one packet anyway. */
export const minCompressedBytes = 1_024;

const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 2,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
};

/**
 * The codings by preference. Low levels compress a thousand records to a fifth in 4 ms; the best ones would save
 * another tenth but take several times as long.
 */
const codings = {
  br: {
    compress: (bytes: Uint8Array) =>
      brotli(bytes, { params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    compressor: (): Transform => createBrotliCompress({ params: brotliParams }),
  },
  gzip: {
    compress: (bytes: Uint8Array) => gzipped(bytes, { level: 1 }),
    compressor: (): Transform => createGzip({ level: 1 }),
  },
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Compresses on another thread, so that other requests need not wait. */
export function compress(bytes: Uint8Array, coding: Coding): Promise<Buffer> {
  return codings[coding].compress(bytes);
}

/** Compresses a stream of any length, on another thread too. */
export function compressor(coding: Coding): Transform {
  return codings[coding].compressor();
}

/**
 * The coding that an `Accept-Encoding` header prefers, undefined for none:
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function codingFor(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined;
  const weights = new Map(header.toLowerCase().split(",").map(readWeight));
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const [best] = (Object.keys(codings) as Coding[])
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  return best;
}

/** Parses one coding, such as `gzip;q=0.5`. A malformed weight counts as 0. */
function readWeight(text: string): [coding: string, weight: number] {
  const [coding = "", ...parameters] = text.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
  return [coding, /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0];
}

/** The strong ETag of a compressed body, which differs because the bytes do. */
export function etagForCoding(tag: string, coding: Coding): string {
  return `${tag.slice(0, -1)}-${coding}"`;
}
