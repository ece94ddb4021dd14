import type { ExportedValues } from "../../contract/export-formats";
import { defaultWidth, widthOf } from "../../contract/field-widths";
import type { ViewConfig } from "../../contract/views";
import type { TypedTemplate } from "../../field-types";
import { listToText } from "../../field-types/list";
import { linkFieldOf, linkOf } from "../records/link-side";
import { lookupOf } from "../structure/derived-fields";
import { lookedUpIn, relatedSchema, type SchemaField, type TableSchema } from "../structure/schemas";
import type { SheetColumn } from "./sheet";

interface ColumnsWanted {
  /** The fields in this order; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** True if the caller has chosen the order. */
  readonly isOrdered: boolean;
  readonly view: ViewConfig | undefined;
  readonly values: ExportedValues;
}

/** The columns of a file: in the order of the caller, else of the view, else of the table. */
export function sheetColumns(schema: TableSchema, wanted: ColumnsWanted): Promise<SheetColumn[]> {
  const { only, view, values } = wanted;
  const fields = inOrder(schema, wanted).filter(({ id }) => !only || only.has(id));
  return Promise.all(
    fields.map(async (field) => ({
      field,
      width: view ? widthOf(field, schema, view) : defaultWidth(field, schema.primaryFieldId),
      isRaw: values === "raw",
      toText: values === "raw" ? rawText : await textOf(schema, field),
    })),
  );
}

function inOrder(schema: TableSchema, { only, isOrdered, view }: ColumnsWanted): readonly SchemaField[] {
  const ids = isOrdered ? [...(only ?? [])] : view?.orderedFieldIds;
  const { fields } = schema.face;
  if (!ids) return fields;
  const placed = ids.flatMap((id) => fields.find((field) => field.id === id) ?? []);
  return [...placed, ...fields.filter((field) => !placed.includes(field))];
}

/** The texts of a field, by default the plain ones. A lookup writes its values like the field that they come from. */
export async function textOf(
  schema: TableSchema,
  field: SchemaField,
  write = plainText,
): Promise<SheetColumn["toText"]> {
  const source = await sourceOf(schema, field);
  const isOneByOne = isLookup(field) && !Array.isArray(source.fieldType.empty);
  return (value) => {
    if (value === null) return "";
    if (isOneByOne) return listToText((value as unknown[]).map((each) => write(source, each)));
    return write(source, value);
  };
}

function plainText({ fieldType, template }: TypedTemplate, value: unknown): string {
  return fieldType.toText(value, template);
}

/** The field at the end of a lookup, or the field itself. */
export async function sourceOf(schema: TableSchema, field: SchemaField): Promise<SchemaField> {
  if (!isLookup(field)) return field;
  const { linkFieldId, targetFieldId } = lookupOf(field);
  const link = linkFieldOf(schema, linkFieldId);
  const target = link && (await relatedSchema(schema, linkOf(link).tableId));
  const source = target && lookedUpIn(target, targetFieldId);
  return target && source ? sourceOf(target, source) : field;
}

function isLookup({ fieldType }: SchemaField): boolean {
  return fieldType.storage === "lookup";
}

/** A value of the API as a text: lists and files as JSON. */
function rawText(value: unknown): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
