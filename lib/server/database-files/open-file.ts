import { open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import {
  attachmentPath,
  type DatabaseDescription,
  databaseDescription,
  databaseFileVersion,
  databaseFormat,
  databaseJson,
  recordsPath,
} from "../../contract/database-file";
import { limits } from "../../contract/limits";
import { detailsOf, tryParse } from "../../contract/parse";
import { findHostile } from "../../contract/plain-json";
import { openZip, type Zip, type ZipProblem } from "../zip/open-zip";
import { altered, badFile, damaged, invalid } from "./bad-file";
import { checkDescription } from "./check-description";
import { isSealed } from "./sealed-description";

/** A database in a file, whose description is valid. Its other parts are not read yet. */
export interface DatabaseFile {
  readonly description: DatabaseDescription;
  /** Inflates a part. Throws a 400 if it is cut off or altered. */
  read(path: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens an exported database. Throws a 400 that says what is wrong with the file. */
export async function openDatabaseFile(path: string): Promise<DatabaseFile> {
  await requireZip(path);
  const zip = await openZip(path, {
    maxBytes: limits.unpackedDatabaseBytes,
    maxParts,
    refuse: (problem) => refusals[problem](),
  });
  try {
    const description = await readDescription(zip);
    checkParts(zip, description);
    return { description, read: zip.read, close: zip.close };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** More cannot be described: an attachment takes more than 200 bytes. */
const maxParts = Math.ceil(limits.databaseJsonBytes / 200);

const refusals: { readonly [Problem in ZipProblem]: () => Error } = {
  damaged,
  encrypted: () => badFile("The file is protected by a password. Upload it without one."),
  "too large": () =>
    badFile(
      `The file has more than ${limits.unpackedDatabaseBytes.toLocaleString("en")} bytes when unpacked, which is the maximum.`,
    ),
  // Sizes are limited instead: lines of equal records may shrink to a thousandth.
  "grows too much": damaged,
};

async function requireZip(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (bytesRead < 2 || buffer.toString("latin1") !== "PK") throw notExported("is not a zip file");
  } finally {
    await file.close();
  }
}

function notExported(problem: string): Error {
  return badFile(`The file ${problem}. Choose a zip file that “Export database” has made.`);
}

async function readDescription(zip: Zip): Promise<DatabaseDescription> {
  if (!zip.has(databaseJson)) throw notExported(`has no ${databaseJson}`);
  if (zip.sizeOf(databaseJson) > limits.databaseJsonBytes) {
    const max = limits.databaseJsonBytes.toLocaleString("en");
    throw badFile(`${databaseJson} in the file has more than ${max} bytes, which is the maximum.`);
  }
  const sealed = await text(zip.read(databaseJson));
  const { sha256: _, ...described } = parseDescription(sealed);
  // Before the checksum, because a later version may have another.
  requireVersion(described);
  if (!isSealed(sealed)) throw altered(databaseJson);
  const hostile = findHostile(described);
  if (hostile) throw invalid(databaseJson, `has a value that ${hostile.message}`);
  const read = tryParse(databaseDescription, described);
  if (read.success) return checkDescription(read.data);
  const [problem] = detailsOf(read.error, databaseJson);
  throw invalid(`“${problem?.path}” in ${databaseJson}`, problem?.message ?? "cannot be read");
}

type Json = { readonly [key: string]: unknown };

function parseDescription(text: string): Json {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw altered(databaseJson);
  }
  return typeof json === "object" && json !== null ? { ...json } : {};
}

function requireVersion({ format, version }: Json): void {
  if (format !== databaseFormat) throw notExported("is not an exported database");
  if (typeof version !== "number" || version <= databaseFileVersion) return;
  throw badFile(
    `The file was written by a newer version of Rowhouse (format ${version}; this server reads up to ${databaseFileVersion}). Update this server, then import the file again.`,
  );
}

/** Throws unless the file has exactly the parts that it describes. */
function checkParts({ names }: Zip, { tables, attachments }: DatabaseDescription): void {
  const described = new Set([
    databaseJson,
    ...tables.map(({ id }) => recordsPath(id)),
    ...attachments.flatMap(({ id, sha256 }) => (sha256 === null ? [] : attachmentPath(id))),
  ]);
  const seen = new Set<string>();
  for (const name of names) {
    if (!described.has(name))
      throw badFile(
        `The file has a part that it does not describe: ${JSON.stringify(name.slice(0, 200))}. Export the database again.`,
      );
    if (seen.has(name)) throw altered(name);
    seen.add(name);
  }
  const missing = [...described].find((name) => !seen.has(name));
  if (missing !== undefined)
    throw badFile(`The file lacks ${missing}. Export the database again and upload the new file.`);
}
