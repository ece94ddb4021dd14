import { open } from "node:fs/promises";
import { badRequest } from "../../contract/errors";

/**
 * Refuses HTML and SVG, which can run scripts: by name, by the type that the sender states, and by the bytes, whatever
 * both say.
 */
export const refuseMarkup = {
  named(filename: string, contentType: string): void {
    if (/\.(x|s)?html?$|\.xht$|\.svgz?$/i.test(filename)) throw refused("filename");
    if (/^[^;]*\b(html|xhtml|svg)\b/i.test(contentType)) throw refused("Content-Type");
  },
  async inBytes(file: string): Promise<void> {
    if (isMarkup(await beginningOf(file))) throw refused("body");
  },
};

/** True for the beginning of a text that a browser may take for HTML or SVG. */
export function isMarkup(bytes: Uint8Array): boolean {
  return encodings.some((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes).trimStart();
    return text.startsWith("<") && tags.test(text);
  });
}

const encodings = ["utf-8", "utf-16le", "utf-16be"];
const tags =
  /<(!doctype\s+(html|svg)|html|head|body|svg|script|iframe|style|title|meta|link|img|a|p|div|table)\b/i;

const beginning = 8_192;

async function beginningOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginning), 0, beginning, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refused(path: string) {
  return badRequest([{ path, message: "is of HTML or SVG, which forms do not take" }]);
}
