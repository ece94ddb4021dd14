import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { ViewConfig } from "../../contract/views";
import { type Prisma, prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { placeAt } from "./siblings";
import { storeOrder } from "./stores";
import { presentView, storedConfig, type TableRow } from "./structure";
import { watchTables } from "./structure-watch";
import { withField } from "./view-config";

/** A field to be stored. */
export interface NewField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly template: object;
  readonly description?: string | null | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isUnique?: boolean | undefined;
  /** Position; last if omitted. */
  readonly order?: number;
}

/** Adds a field to a table and its views. Changes no record, because empty cells are not stored. */
export async function insertField(
  change: ChangeSet,
  table: TableRow,
  { order, template, description = null, ...field }: NewField,
): Promise<void> {
  if (table.fields.length >= limits.fieldsPerTable) {
    const message = `A table can have at most ${limits.fieldsPerTable} fields, and ${JSON.stringify(table.name)} has reached this limit.`;
    throw new ApiError("BAD_REQUEST", message);
  }
  await watchTables(change, [table.id]);
  await prisma().field.create({
    data: {
      ...field,
      description,
      template: template as Prisma.InputJsonObject,
      tableId: table.id,
      order: table.fields.length,
    },
  });
  if (order !== undefined) {
    const ids = table.fields.map(({ id }) => id);
    await storeOrder("field", placeAt(ids, field.id, order));
  }
  await changeViews(table, (config) => withField(config, field.id, order));
}

/** Changes the config of every view of a table. */
export async function changeViews(
  { views, fields }: TableRow,
  change: (config: ViewConfig, viewId: string) => ViewConfig | Promise<ViewConfig>,
): Promise<void> {
  for (const view of views) {
    const before = presentView(view, fields).config;
    const config = await change(before, view.id);
    if (isDeepStrictEqual(config, before)) continue;
    await prisma().view.update({
      where: { id: view.id },
      data: { config: storedConfig(config, view, fields) },
    });
  }
}
