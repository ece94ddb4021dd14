import { fieldTypeOf } from "../../field-types";
import { storageKinds } from "../../field-types/storage";
import { firstId, isInData } from "../conversion/cells";
import { conversionOf } from "../conversion/convert-stored";
import { Prisma, query } from "../db";
import type { FieldRow } from "../structure/structure";

/**
 * Converts the values of trashed records to the new type of a field, like those of live records. Keeps previous
 * values by type, because the field may change back before the restore. Values that cannot be converted stay
 * unchanged, except option ids, which other types would read as text.
 */
export async function convertTrashed(before: FieldRow, after: FieldRow): Promise<void> {
  if (before.type === after.type || !isInData(before) || !isInData(after)) return;
  const { id, tableId } = before;
  const conversion = conversionOf(before, after);
  if (!conversion) return;
  // Ignores values left by an earlier type change.
  const { storage } = fieldTypeOf(before);
  const { holds } = storageKinds[storage];
  const isOfOptions = storage === "option" || storage === "options";
  const convertOne = ({ stored, aside }: Held): Held => {
    if (!holds(stored)) return { stored, aside };
    const converted = conversion(stored);
    const hasPlace = !converted.isLost && converted.stored !== null;
    return {
      stored: hasPlace ? converted.stored : isOfOptions ? null : stored,
      aside: { [before.type]: stored, ...aside },
    };
  };
  const part = (held: unknown) => (held === null ? {} : { [id]: held });
  for (let last = firstId; ; ) {
    const rows = await query<Held & { id: string }>(Prisma.sql`
      SELECT "id", "content" -> 'data' -> ${id}::text AS "stored", "content" -> 'aside' -> ${id}::text AS "aside" FROM "Trash"
      WHERE "baseId" = (SELECT "baseId" FROM "Table" WHERE "Table"."id" = ${tableId}) AND "id" > ${last}::uuid
        AND "tableId" = ${tableId} AND "kind" = 'record'
        AND ("content" -> 'data' -> ${id}::text IS NOT NULL OR "content" -> 'aside' -> ${id}::text IS NOT NULL)
      ORDER BY "id" LIMIT ${batchSize}`);
    const converted = rows.map((row) => {
      const { stored, aside } = convertOne(row);
      return { id: row.id, data: part(stored), aside: part(aside) };
    });
    await query(Prisma.sql`
      UPDATE "Trash" SET "content" = ("content"::jsonb || jsonb_build_object(
        'data', ("content"::jsonb -> 'data') - ${id}::text || "given"."data",
        'aside', coalesce("content"::jsonb -> 'aside', '{}') - ${id}::text || "given"."aside"))::json
      FROM jsonb_to_recordset(${JSON.stringify(converted)}::jsonb) AS "given" ("id" uuid, "data" jsonb, "aside" jsonb)
      WHERE "Trash"."id" = "given"."id"`);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batchSize) return;
  }
}

/** The value of a trashed record in a field, and its values by other types; null for nothing. */
interface Held {
  readonly stored: unknown;
  readonly aside: { readonly [type: string]: unknown } | null;
}

const batchSize = 500;
