/**
 * Standings as cursors hold them. A cursor travels in the address of a GET, which has room for 16 kB, so that of a long
 * text it holds the beginning and a hash. The text itself is read from the record that it came from.
 */
import { hash } from "node:crypto";
import { Prisma, query } from "../db";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { byId, type SortKey } from "./sort-sql";
import { isStanding, readStanding, type Standing, standingColumn } from "./standings";

/** A long text: how it begins, and the hash of all of it. */
type ShortText = readonly [beginning: string, hash: string];

export type ShortStanding = readonly (string | null | ShortText)[];

/** Texts up to this length are held as they are. */
const longest = 120;

/** A standing with its long texts shortened. Numbers stay as they are: none has so many digits that it matters. */
export function shorten(keys: readonly SortKey[], standing: Standing): ShortStanding {
  return standing.map((text, index) => {
    const isLong = text !== null && text.length > longest && keys[index]?.type === "text";
    return isLong ? [beginningOf(text), hashOf(text)] : text;
  });
}

/** Whether `shorten` may have given this for an order; a whole text of any length passes, as earlier cursors hold it. */
export function isShortStanding(keys: readonly SortKey[], given: readonly unknown[]): given is ShortStanding {
  const texts = given.map((each, index) => {
    if (!isShortText(each)) return each;
    return keys[index]?.type === "text" ? each[0] : undefined;
  });
  return isStanding(keys, texts);
}

/**
 * The standing in full. Where the record has another text by now, or is gone, a bound stands in for the text: nothing
 * that follows is left out, and records whose texts begin in the same way may come again.
 */
export async function lengthen(
  schema: TableSchema,
  keys: readonly SortKey[],
  short: ShortStanding,
): Promise<Standing> {
  if (!short.some(isShortText)) return short as Standing;
  const now = await readAgain(schema, keys, short);
  return short.map((text, index) => {
    if (!isShortText(text)) return text;
    const [beginning, wanted] = text;
    const found = now?.[index];
    if (typeof found === "string" && hashOf(found) === wanted) return found;
    return keys[index]?.direction === "desc" ? `${beginning}${highest}` : beginning;
  });
}

/** Sorts behind every other character in the root collation: https://www.unicode.org/reports/tr35/tr35-collation.html#tailored-noncharacter-weights */
const highest = "\uffff";

async function readAgain(
  schema: TableSchema,
  keys: readonly SortKey[],
  short: ShortStanding,
): Promise<Standing | undefined> {
  const id = short[keys.findIndex((key) => key.id === byId.id)];
  const [row] = await query<{ id: string; standing?: string }>(Prisma.sql`
    SELECT "id"${standingColumn(keys)} FROM ${partitionOf(schema.id)} AS "Record"
    WHERE "tableId" = ${schema.id} AND "id" = ${id}::uuid`);
  return row && readStanding(keys, row);
}

function isShortText(value: unknown): value is ShortText {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [beginning, given] = value;
  return typeof beginning === "string" && typeof given === "string" && /^[\w-]{22}$/.test(given);
}

/**
 * So much of a text that it comes before the whole in the root collation: the cut parts no character from its marks, and
 * no vowel from the consonant behind it that Thai and Lao sort it by.
 */
function beginningOf(text: string): string {
  return /^.{0,60}(?<!\p{Logical_Order_Exception})(?!\p{Mark})/su.exec(text)?.[0] ?? "";
}

function hashOf(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 22);
}
