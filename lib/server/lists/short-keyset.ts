/**
 * Keyset positions as stored in cursors. The URL of a GET is limited to 16 kB, so a long text is stored as its
 * beginning and a hash. The full text is read from its record.
 */
import { hash } from "node:crypto";
import { badRequest } from "../../contract/errors";
import { joinsOf, unitePasses } from "../computed/expression";
import { Prisma, query } from "../db";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { isKeyset, type KeysetPosition, keysetColumn, readKeyset } from "./keyset";
import { byId, passesOfKeys, type SortKey } from "./sort-sql";

/** A long text: its beginning and its hash. */
type ShortText = readonly [beginning: string, hash: string];

/** Stands for a text that the caller may not know. It is read again from the record. */
const withheld = 0;

export type ShortKeyset = readonly (string | null | ShortText | typeof withheld)[];

/** Maximum length of texts stored in full. */
const maxLength = 120;

/** Shortens the long texts of a keyset position, and leaves out withheld ones. Numbers are short enough. */
export function shorten(keys: readonly SortKey[], keyset: KeysetPosition): ShortKeyset {
  return keyset.map((text, index) => {
    if (keys[index]?.isWithheld) return withheld;
    const isLong = text !== null && text.length > maxLength && keys[index]?.type === "text";
    return isLong ? [beginningOf(text), hashOf(text)] : text;
  });
}

/**
 * True if `shorten` could have produced this for an order. Full texts of any length are accepted, as earlier
 * cursors contain them.
 */
export function isShortKeyset(keys: readonly SortKey[], given: readonly unknown[]): given is ShortKeyset {
  if (given.length !== keys.length) return false;
  if (!given.every((each, index) => (each === withheld) === (keys[index]?.isWithheld ?? false))) return false;
  const told = keys.filter(({ isWithheld }) => !isWithheld);
  const texts = given.flatMap((each, index) => {
    if (each === withheld) return [];
    if (!isShortText(each)) return [each];
    return [keys[index]?.type === "text" ? each[0] : undefined];
  });
  return isKeyset(told, texts);
}

/**
 * Restores the full keyset position. If the record has changed or was deleted, a bound replaces the text: no later
 * record is skipped, but records with the same beginning may repeat. Throws a 400 if a withheld text is gone with its record.
 */
export async function lengthen(
  schema: TableSchema,
  keys: readonly SortKey[],
  short: ShortKeyset,
): Promise<KeysetPosition> {
  if (short.every(isFull)) return short;
  const now = await readAgain(schema, keys, short);
  return short.map((text, index) => {
    if (isFull(text)) return text;
    if (text === withheld) {
      if (!now) throw recordIsGone;
      return now[index] ?? null;
    }
    const [beginning, wanted] = text;
    const found = now?.[index];
    if (typeof found === "string" && hashOf(found) === wanted) return found;
    return keys[index]?.direction === "desc" ? `${beginning}${highest}` : beginning;
  });
}

const recordIsGone = badRequest([
  { path: "cursor", message: "names a record that was deleted since; omit it to start over" },
]);

function isFull(text: ShortKeyset[number]): text is string | null {
  return text === null || typeof text === "string";
}

/**
 * Sorts after every other character in the root collation:
 * https://www.unicode.org/reports/tr35/tr35-collation.html#tailored-noncharacter-weights
 */
const highest = "\uffff";

async function readAgain(
  schema: TableSchema,
  keys: readonly SortKey[],
  short: ShortKeyset,
): Promise<KeysetPosition | undefined> {
  const id = short[keys.findIndex((key) => key.id === byId.id)];
  const [row] = await query<{ id: string; keyset?: string }>(Prisma.sql`
    SELECT "id"${keysetColumn(keys)} FROM ${partitionOf(schema.id)} AS "Record"
    ${joinsOf(unitePasses(passesOfKeys(keys)), "each")}
    WHERE "tableId" = ${schema.id} AND "id" = ${id}::uuid`);
  return row && readKeyset(keys, row);
}

function isShortText(value: unknown): value is ShortText {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [beginning, given] = value;
  return typeof beginning === "string" && typeof given === "string" && /^[\w-]{22}$/.test(given);
}

/**
 * The beginning of a text that sorts before the whole in the root collation. Never separates a character from its
 * marks, or a Thai or Lao vowel from the consonant it sorts by.
 */
function beginningOf(text: string): string {
  return /^.{0,60}(?<!\p{Logical_Order_Exception})(?!\p{Mark})/su.exec(text)?.[0] ?? "";
}

function hashOf(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}
