import { listInTurns } from "./json-in-turns";
import { eachInTurns } from "./turns";

/** A parameter of type `jsonb`, which is serialised in turns when its statement runs. */
export class JsonList {
  constructor(private readonly items: readonly object[]) {}

  /** The parameter for `pg`: a text, or if it is long the bytes of the binary format, which need no encoding at once. */
  async toParameter(): Promise<string | Buffer> {
    if (this.items.length <= 1) return JSON.stringify(this.items);
    const parts = await listInTurns(this.items);
    if (parts.length <= fewParts) return parts.join("");
    const bytes = [jsonbVersion];
    await eachInTurns(parts, (part) => bytes.push(Buffer.from(part)));
    return Buffer.concat(bytes);
  }
}

const fewParts = 4;

/** The first byte of the binary format, before the text. */
const jsonbVersion = Buffer.from([1]);
