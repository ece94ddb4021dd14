import { SaxesParser } from "saxes";
import { limits } from "../../../contract/limits";
import type { Tally } from "../notes";
import { decode } from "../text/read-text";
import { UnreadableFile } from "../unreadable-file";
import { damaged } from "./package";

/** Called with names without their prefixes, which differ from program to program. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  /** The whole text between two tags. */
  text(text: string): void;
}

export type Attributes = Readonly<Record<string, string>>;

/**
 * Parses XML and yields after each chunk. Refuses document type definitions, which Office files never have; their
 * entities could expand without end.
 */
export async function* parseXml(
  chunks: AsyncIterable<Buffer>,
  handler: XmlHandler,
  tally: Tally,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false, xmlns: false } as const);
  let depth = 0;
  /** Characters that the parser holds for the next event. */
  let held = 0;
  parser.on("opentag", ({ name, attributes }) => {
    held = 0;
    depth++;
    if (depth > maxDepth) throw damaged();
    handler.open(localName(name), attributes);
  });
  parser.on("closetag", ({ name }) => {
    held = 0;
    depth--;
    handler.close(localName(name));
  });
  parser.on("text", (text) => handler.text(text));
  parser.on("cdata", (text) => handler.text(text));
  parser.on("doctype", () => {
    throw damaged();
  });
  for await (const text of decode(chunks, { encoding: "utf-8", isVerbatim: false }, tally)) {
    held += text.length;
    if (held > limits.importRowCharacters) throw damaged();
    parse(() => parser.write(text));
    yield;
  }
  parse(() => parser.close());
}

/** Office files nest about ten deep. */
const maxDepth = 100;

function parse(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof UnreadableFile ? error : damaged(error);
  }
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const key = name in attributes ? name : Object.keys(attributes).find((each) => localName(each) === name);
  return key === undefined ? undefined : attributes[key];
}
