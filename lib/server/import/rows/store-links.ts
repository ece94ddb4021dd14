import { execute, Prisma } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { changeLists } from "../../records/link-sets";
import { isExclusive, linkOf, sideOf } from "../../records/link-side";
import { insertLinks } from "../../records/links";
import type { SchemaField, TableSchema } from "../../structure/schemas";
import { wantedLinks } from "./resolve-links";
import { staging } from "./staging";

interface Storing {
  readonly schema: TableSchema;
  readonly field: SchemaField;
  /** The number of the entry of the log. */
  readonly entry: string;
}

/** Sets the lists of a link field in the records of the staged rows, and updates the other side. */
export async function storeLinks(change: ChangeSet, { schema, field, entry }: Storing): Promise<void> {
  const side = sideOf(field);
  const { fieldId, own, other } = side;
  const isOnlyOwner = await isExclusive(linkOf(field));
  const wanted = Prisma.sql`
    (SELECT wanted.* FROM ${wantedLinks} AS wanted JOIN ${staging} USING ("row") WHERE wanted."fieldId" = ${field.id})`;
  const replaced = Prisma.sql`SELECT "id" FROM ${staging} WHERE "isMatched" AND "links" ? ${field.id}::text`;
  const leaving = Prisma.sql`SELECT "Link".${other} FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} IN (${replaced})`;
  const losing = Prisma.sql`
    SELECT "Link".${own} FROM "Link" JOIN ${wanted} AS wanted ON "Link".${other} = wanted."other"
    WHERE "Link"."fieldId" = ${fieldId} AND "Link".${own} <> wanted."own" AND ${isOnlyOwner}`;
  const around = {
    own: Prisma.sql`${replaced} UNION ${losing}`,
    other: Prisma.sql`SELECT "other" AS "id" FROM ${wanted} AS wanted UNION ${leaving}`,
  };
  await changeLists(change, { schema, field, entry, ...around }, async () => {
    await execute(Prisma.sql`
      DELETE FROM "Link" WHERE "fieldId" = ${fieldId} AND ${own} IN (${replaced})
        AND NOT EXISTS (SELECT FROM ${wanted} AS wanted WHERE wanted."own" = "Link".${own} AND wanted."other" = "Link".${other})`);
    if (isOnlyOwner) {
      await execute(Prisma.sql`
        DELETE FROM "Link" USING ${wanted} AS wanted
        WHERE "Link"."fieldId" = ${fieldId} AND "Link".${other} = wanted."other" AND "Link".${own} <> wanted."own"`);
    }
    await execute(insertLinks(side, wanted, Prisma.sql`"row"`));
  });
}
