import { type FormChoices, type FormChoicesQuery, maxFormChoices } from "../../contract/forms";
import { recordList } from "../../contract/lists";
import type { ViewConfig } from "../../contract/views";
import { isLink } from "../../field-types";
import { Prisma, query } from "../db";
import { listWithin } from "../lists/record-list";
import { findView, recordsOf, selectionSql } from "../lists/selections";
import { linkOf } from "../records/link-side";
import { narrowTo, relatedSchema, type TableSchema } from "../structure/schemas";
import { type OpenForm, questionOf } from "./open-form";

/** The view that a link field of a form offers, with the names of its records as all that can be read. */
interface Offer {
  readonly names: TableSchema;
  readonly view: ViewConfig;
}

/** Finds what a link field offers by its id or name; undefined if the form does not ask for such a field. */
async function offerOf(schema: TableSchema, form: OpenForm, key: string): Promise<Offer | undefined> {
  const question = questionOf(form, key);
  const field = question && schema.fieldOf(question.id);
  const viewId = form.config.fields.find(({ fieldId }) => fieldId === question?.id)?.linkViewId;
  if (!field || !isLink(field) || !viewId) return undefined;
  const linked = await relatedSchema(schema, linkOf(field).tableId);
  return { names: narrowTo(linked, [linked.primaryFieldId]), view: await findView(linked, viewId) };
}

/** A request for the records of a link field. */
export interface WantedChoices extends FormChoicesQuery {
  /** The id or name of the field. */
  readonly fieldId: string;
}

/** Lists the records that a link field offers, by their names or a part of them; undefined if the form has no such field. */
export async function listChoices(
  schema: TableSchema,
  form: OpenForm,
  { fieldId, search, name }: WantedChoices,
): Promise<FormChoices | undefined> {
  const offer = await offerOf(schema, form, fieldId);
  if (!offer) return undefined;
  const { names, view } = offer;
  const [primary] = names.face.fields;
  const isText = primary?.fieldType.storage === "text";
  const narrowed = name !== undefined && isText ? { filter: { field: primary.id, equals: name } } : {};
  const found = name !== undefined && !isText ? name : search;
  const request = recordList.parse({
    ...{ limit: maxFormChoices, total: false },
    ...narrowed,
    ...(found && { search: found }),
  });
  const { records, hasMore } = await listWithin(names, request, view);
  const choices = records.parse().map(({ id, data }) => {
    const value = primary && data[primary.id];
    const isNamed = primary && value !== null && value !== undefined;
    return { id, name: isNamed ? primary.fieldType.display(value, primary.template) : "" };
  });
  return { hasMore, records: name === undefined ? choices : choices.filter((each) => each.name === name) };
}

/** The records among these that a link field does not offer. */
export async function foreignRecords(
  schema: TableSchema,
  form: OpenForm,
  { fieldId, ids }: { readonly fieldId: string; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const offer = ids.length > 0 ? await offerOf(schema, form, fieldId) : undefined;
  if (!offer) return new Set(ids);
  const { names, view } = offer;
  const selection = await selectionSql(names, { recordIds: ids, view });
  const offered = await query<{ id: string }>(
    Prisma.sql`SELECT "Record"."id" FROM ${recordsOf(names, selection)} WHERE ${selection.where}`,
  );
  const known = new Set(offered.map(({ id }) => id));
  return new Set(ids.filter((id) => !known.has(id)));
}
