import { isDerived } from "../../field-types";
import { numberToText } from "../../field-types/number";
import type { SelectTemplate } from "../../field-types/option";
import type { StorageKind } from "../../field-types/storage";
import { sameText } from "../../field-types/text";
import { Prisma, type Sql } from "../db";
import type { SchemaField } from "../structure/schemas";
import { formula, guardOf, harmlessIn } from "./formula-guard";
import type { CopiedCell, Sheet } from "./sheet";

/** The cells of the columns. Undefined if only this process can write some of them. */
export function copiedCells({ columns, isGuarded }: Sheet): CopiedCell[] | undefined {
  const cells = columns.flatMap(({ field, isRaw }) => {
    const kind = isRaw ? undefined : kindOf(field);
    if (!kind) return [];
    const { id } = field;
    return {
      stored: Prisma.sql`"data" ->> ${id}`,
      text: (stored: Sql) => kind.sql(stored, { field, isGuarded }),
    };
  });
  return cells.length === columns.length ? cells : undefined;
}

interface Kind {
  /** The text of a value in the types that PostgreSQL can write. */
  readonly toText: (value: never) => string;
  /** True if the type converts what is stored in a way that the SQL knows. */
  readonly isPresented?: boolean;
  /** SQL: the plain text of a stored value. Regular expressions, which take long, only where needed. */
  sql(stored: Sql, writing: Writing): Sql;
}

interface Writing {
  readonly field: SchemaField;
  readonly isGuarded: boolean;
}

/** The kind of a field's cells; undefined if its type has a text of its own, or stores no cells. */
function kindOf(field: SchemaField): Kind | undefined {
  const { storage, column, toText, present } = field.fieldType;
  const kind = kinds[storage];
  if (column !== undefined || isDerived(field) || kind?.toText !== toText) return undefined;
  return present === undefined || kind.isPresented ? kind : undefined;
}

const kinds: { readonly [Storage in StorageKind]?: Kind } = {
  text: {
    toText: sameText,
    sql: (stored, { field, isGuarded }) =>
      isGuarded ? guarded(stored, field) : Prisma.sql`nullif(${stored}, '')`,
  },
  number: {
    toText: numberToText,
    // Without zeros at the end, and below 0.000001 with an exponent. Larger numbers never have one.
    sql: (stored) => Prisma.sql`CASE
      WHEN ${stored} LIKE '%0.000000%' AND abs(${stored}::numeric) < 0.000001
      THEN replace(${stored}::float8::text, 'e-0', 'e-')
      WHEN ${stored} LIKE '%.%0' THEN trim_scale(${stored}::numeric)::text ELSE ${stored} END`,
  },
  boolean: { toText: String, sql: (stored) => Prisma.sql`coalesce(${stored}, 'false')` },
  date: { toText: sameText, sql: (stored) => stored },
  option: {
    toText: sameText,
    isPresented: true,
    sql: (stored, { field, isGuarded }) => {
      const guard = isGuarded ? guardOf({ field }) : String;
      const { options } = field.template as SelectTemplate;
      const labels = Object.fromEntries(options.map(({ value, label }) => [value, guard(label)]));
      return Prisma.sql`${JSON.stringify(labels)}::jsonb ->> ${stored}`;
    },
  },
};

/** Guards a text like `guardOf`. */
function guarded(stored: Sql, field: SchemaField): Sql {
  const harmless = harmlessIn(field);
  const isHarmless = harmless ? Prisma.sql`AND ${stored} !~ ${harmless.source}` : Prisma.empty;
  return Prisma.sql`CASE WHEN ascii(${stored}) IN (${firstCodes}) THEN
    CASE WHEN ${stored} = '' THEN NULL
      WHEN ${stored} ~ ${formula.source} ${isHarmless} THEN '''' || ${stored} ELSE ${stored} END
    ELSE ${stored} END`;
}

/** The code points that a text matching `formula` may begin with, and that of a text without characters. */
const firstCodes = Prisma.raw(Array.from("\0'=+-@\t\r", (character) => character.charCodeAt(0)).join(", "));
