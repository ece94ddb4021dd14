import { eachInTurns } from "../../server/turns";
import type { OpenApi } from "./types";

/** Serialises a document as JSON in parts, because that of a large database has many megabytes. */
export async function documentBytes(document: OpenApi): Promise<Uint8Array<ArrayBuffer>> {
  const { paths, components, ...others } = document;
  const { schemas, ...otherComponents } = components;
  const parts = [
    Buffer.from(`${open(others)}"components":${open(otherComponents)}"schemas":{`),
    ...(await entriesOf(schemas)),
    Buffer.from(`}},"paths":{`),
    ...(await entriesOf(paths)),
    Buffer.from("}}"),
  ];
  return Buffer.concat(parts);
}

/** Serialises an object without its end, so that further entries can follow. */
function open(value: object): string {
  return `${JSON.stringify(value).slice(0, -1)},`;
}

async function entriesOf(value: { readonly [name: string]: unknown }): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  await eachInTurns(Object.entries(value), ([name, entry]) => {
    const comma = parts.length === 0 ? "" : ",";
    parts.push(Buffer.from(`${comma}${JSON.stringify(name)}:${JSON.stringify(entry)}`));
  });
  return parts;
}
