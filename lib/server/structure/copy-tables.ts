import { mapFiles } from "../../contract/config-files";
import type { DescribedTable } from "../../contract/database-file";
import { mintId } from "../../contract/ids";
import type { ViewConfig } from "../../contract/views";
import { type Prisma, prisma } from "../db";
import { unpresentFile } from "../files/file-forms";

/** The ids of the parts of copied tables by those of the originals. */
export type CopiedIds = ReadonlyMap<string, string>;

/** Mints ids for copies of these tables, their fields and views. */
export function mintCopiedIds(tables: readonly DescribedTable[]): CopiedIds {
  return new Map(
    tables.flatMap(({ id, fields, views }) => [
      [id, mintId("t")] as const,
      ...fields.map((field) => [field.id, mintId("f")] as const),
      ...views.map((view) => [view.id, mintId("v")] as const),
    ]),
  );
}

/** The id of a copied part. Throws for an id that was not copied. */
export function copiedId(ids: CopiedIds, id: string): string {
  const copied = ids.get(id);
  if (copied === undefined) throw new Error(`${id} has no copy`);
  return copied;
}

/**
 * Stores a copy of a table with its fields and views, without its partition. References to the parts of copied tables
 * become references to the copies; others stay.
 */
export async function insertTableCopy(
  databaseId: string,
  { id, name, primaryFieldId, fields, views }: DescribedTable,
  { ids, order }: { readonly ids: CopiedIds; readonly order: number },
): Promise<void> {
  await prisma().table.create({
    data: {
      id: copiedId(ids, id),
      baseId: databaseId,
      name,
      order,
      primaryFieldId: copiedId(ids, primaryFieldId),
      fields: {
        createMany: {
          data: fields.map((field, position) => ({
            ...field,
            id: copiedId(ids, field.id),
            order: position,
            template: aboutCopies(field.template, ids) as Prisma.InputJsonObject,
          })),
        },
      },
      views: {
        createMany: {
          data: views.map((view, position) => ({
            ...view,
            id: copiedId(ids, view.id),
            order: position,
            config: aboutCopies(
              mapFiles<Partial<ViewConfig>>(view.config, unpresentFile),
              ids,
            ) as Prisma.InputJsonObject,
          })),
        },
      },
    },
  });
}

/** Replaces the ids of originals in JSON. Ids are random, so no other text equals one. */
function aboutCopies<Json>(json: Json, ids: CopiedIds): Json {
  const text = JSON.stringify(json).replaceAll(
    /\b[tfv][1-9A-HJ-NP-Za-km-z]{10}\b/g,
    (id) => ids.get(id) ?? id,
  );
  return JSON.parse(text);
}
