import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Maps a stack trace to the source files. Node can do so itself, but then keeps the source maps of all loaded files
 * in memory; this reads a map only if something fails in its file.
 */
export function inSources(stack: string): string {
  return stack.replace(frame, (whole, head: string, place: string, line: string, column: string) => {
    const built = builtFileAt(place);
    const entry = built?.map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!built || !entry || !("originalSource" in entry)) return whole;
    const { originalSource, originalLine, originalColumn } = entry;
    const isAddress = /^\w+:/.test(originalSource);
    const source = isAddress ? originalSource : path.resolve(built.folder, originalSource);
    return `${head}${source}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

/** Matches `at work (file:///app/dist/server.mjs:12:34)`, also without name and brackets. */
const frame = /^(\s+at (?:.*\()?)(.+?):(\d+):(\d+)(?=\)?$)/gm;

/** A built file and its source map. */
interface BuiltFile {
  readonly folder: string;
  readonly map: SourceMap;
}

const builtFiles = new Map<string, BuiltFile | null>();

function builtFileAt(place: string): BuiltFile | null {
  const known = builtFiles.get(place);
  if (known !== undefined) return known;
  const read = readBuiltFile(place);
  builtFiles.set(place, read);
  return read;
}

/** Null for files without a source map, such as those of packages. */
function readBuiltFile(place: string): BuiltFile | null {
  try {
    const file = place.startsWith("file:") ? fileURLToPath(place) : place;
    const map = JSON.parse(readFileSync(`${file}.map`, "utf8"));
    return { folder: path.dirname(file), map: new SourceMap({ ...map, sourcesContent: [] }) };
  } catch {
    return null;
  }
}
