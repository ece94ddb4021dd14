import type { SelectTemplate } from "../../field-types/option";
import type { StorageKind } from "../../field-types/storage";
import { Prisma, type Sql } from "../db";
import type { SchemaField } from "../structure/schemas";
import { formula, guardOf, harmlessIn } from "./formula-guard";
import type { Sheet, SheetColumn } from "./sheet";

/**
 * SQL: the texts of all cells, for PostgreSQL to write the whole file, which takes a fifth of the time. Undefined if
 * only this process can write some of them.
 */
export function copiedCells({ columns, isGuarded }: Sheet): Sql[] | undefined {
  const cells = columns.flatMap((column) => cellSql(column, isGuarded) ?? []);
  return cells.length === columns.length ? cells : undefined;
}

function cellSql({ field, isRaw }: SheetColumn, isGuarded: boolean): Sql | undefined {
  const { storage, column } = field.fieldType;
  return isRaw || column !== undefined ? undefined : kinds[storage]?.(field, isGuarded);
}

/** SQL by storage kind: the plain text of a stored value, NULL for an empty cell. */
const kinds: { readonly [Kind in StorageKind]?: (field: SchemaField, isGuarded: boolean) => Sql } = {
  text: (field, isGuarded) => Prisma.sql`nullif(${isGuarded ? guarded(field) : stored(field)}, '')`,
  number: (field) => numberText(stored(field)),
  boolean: (field) => Prisma.sql`coalesce(${stored(field)}, 'false')`,
  date: stored,
  option: (field, isGuarded) => {
    const guard = isGuarded ? guardOf({ field }) : String;
    const { options } = field.template as SelectTemplate;
    const labels = Object.fromEntries(options.map(({ value, label }) => [value, guard(label)]));
    return Prisma.sql`${JSON.stringify(labels)}::jsonb ->> ${stored(field)}`;
  },
};

function stored({ id }: SchemaField): Sql {
  return Prisma.sql`("data" ->> ${id})`;
}

/** Writes a number like JavaScript: without zeros at the end, and below 0.000001 with an exponent. */
function numberText(text: Sql): Sql {
  return Prisma.sql`CASE
    WHEN ${text} ~ '^-?0\\.000000' THEN replace((${text})::float8::text, 'e-0', 'e-')
    WHEN right(${text}, 1) = '0' THEN trim_scale((${text})::numeric)::text ELSE ${text} END`;
}

/** Guards a text like `guardOf`. Most begin with another character, which is compared in a fraction of the time. */
function guarded(field: SchemaField): Sql {
  const text = stored(field);
  const harmless = harmlessIn(field);
  const isHarmless = harmless ? Prisma.sql`AND ${text} !~ ${harmless.source}` : Prisma.empty;
  return Prisma.sql`CASE
    WHEN ascii(${text}) IN (${Prisma.join(firstCodes)}) AND ${text} ~ ${formula.source} ${isHarmless}
    THEN '''' || ${text} ELSE ${text} END`;
}

/** The characters that a text matching `formula` may begin with. */
const firstCodes = Array.from("'=+-@\t\r", (character) => Prisma.raw(String(character.charCodeAt(0))));
