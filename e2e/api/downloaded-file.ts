import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { fromBuffer, type ZipFile } from "yauzl";
import type { ApiClient } from "../api-client";

export interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Downloads a file. Values of the query other than texts are written as JSON. */
export async function download(
  api: ApiClient,
  path: string,
  query: { readonly [name: string]: unknown },
  headers: { readonly [name: string]: string } = {},
): Promise<Download> {
  const response = await fetch(addressOf(api, path, query), { headers: { ...api.credentials, ...headers } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

export function addressOf(api: ApiClient, path: string, query: { readonly [name: string]: unknown }): string {
  const written = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return `${api.origin}/api/v1${path}/records/export?${new URLSearchParams(written)}`;
}

/** The rows of a file of lines, its header first. */
export function linesOf(bytes: Buffer, delimiter = ","): string[][] {
  return parse(bytes, { bom: true, delimiter, record_delimiter: "\r\n" });
}

/** The texts of an XLSX file's parts, by path. */
export async function partsOf(bytes: Buffer): Promise<{ [path: string]: string }> {
  const parts = await entriesOf(bytes);
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString()]));
}

/** The parts of a zip file, by path. */
export async function entriesOf(bytes: Buffer): Promise<{ [path: string]: Buffer }> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: false, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened as ZipFile),
    );
  });
  const parts: { [path: string]: Buffer } = {};
  const reading: Promise<void>[] = [];
  zip.on("entry", (entry) => {
    reading.push(
      new Promise((resolve, reject) => {
        zip.openReadStream(entry, (error, stream) => {
          if (error || !stream) return reject(error);
          buffer(stream).then((part) => {
            parts[entry.fileName] = part;
            resolve();
          }, reject);
        });
      }),
    );
  });
  await new Promise((resolve, reject) => zip.once("end", resolve).once("error", reject));
  await Promise.all(reading);
  return parts;
}

/** A cell of a sheet: its value, and the number of its style. */
export interface Cell {
  readonly value: string | number | boolean;
  readonly style: number;
}

/** The cells of a sheet by row and column, as a reader of XLSX takes them; undefined for an empty cell. */
export function cellsOf(sheet: string): (Cell | undefined)[][] {
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = ""]) => {
    const cells: (Cell | undefined)[] = [];
    for (const [, letters = "", rest = ""] of row.matchAll(/<c r="([A-Z]+)\d+"(.*?)<\/c>/gs)) {
      const style = Number(/ s="(\d+)"/.exec(rest)?.[1]);
      cells[columnOf(letters)] = { style, value: valueIn(rest) };
    }
    return cells;
  });
}

function valueIn(cell: string): string | number | boolean {
  const text = /<t xml:space="preserve">(.*)<\/t>/s.exec(cell)?.[1];
  if (text !== undefined) return unescaped(text);
  const value = Number(/<v>(.*)<\/v>/.exec(cell)?.[1]);
  return cell.includes('t="b"') ? value === 1 : value;
}

function unescaped(xml: string): string {
  const entities: { [entity: string]: string } = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };
  return xml
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&\w+;/g, (entity) => entities[entity] ?? entity);
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}
