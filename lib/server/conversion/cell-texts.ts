import type { BasePlace } from "../../contract/places";
import { isLink, typedTemplate } from "../../field-types";
import { listToText } from "../../field-types/list";
import { linkedReadersOf, Memory } from "../records/cell-readers";
import { presentValue } from "../records/values";
import { findSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import type { FieldRow } from "../structure/structure";
import type { Cell } from "./cells";

/** Loads what the plain texts of a batch of cells need. */
type TextLoader = (cells: readonly Cell[]) => Promise<(cell: Cell) => string>;

/** The plain texts of a field's cells; those of links are the names of the linked records. */
export async function cellTexts(place: BasePlace, field: FieldRow): Promise<TextLoader> {
  const schema = isLink(field) ? await findSchema({ ...place, tableId: field.tableId }) : undefined;
  const link = schema?.fields.find(({ id }) => id === field.id);
  if (schema && link) {
    return async (cells) => {
      const names = await namesIn(schema, link, cells);
      return ({ recordId }) => listToText(names.get(recordId) ?? []);
    };
  }
  const from = typedTemplate(field);
  return async () =>
    ({ stored }) =>
      from.fieldType.toText(presentValue(from, stored), from.template);
}

/** The names of the linked records by record. Reads fewer cells at once if their names are too large. */
async function namesIn(
  schema: TableSchema,
  link: SchemaField,
  cells: readonly Cell[],
): Promise<Map<string, readonly string[]>> {
  const memory = new Memory();
  const ids = cells.map(({ recordId }) => recordId);
  const read = (await linkedReadersOf({ schema, memory, linksAs: "labels" }, [link], ids)).get(link.id);
  if (memory.isFull && cells.length > 1) {
    const half = Math.ceil(cells.length / 2);
    const first = await namesIn(schema, link, cells.slice(0, half));
    return new Map([...first, ...(await namesIn(schema, link, cells.slice(half)))]);
  }
  return new Map(ids.map((id) => [id, (read?.(id) ?? []) as readonly string[]]));
}
