import { isSystemField, withFittingFields } from "../../contract/config-fields";
import type { Field } from "../../contract/fields";
import type { SharedView } from "../../contract/shares";
import type { ViewType } from "../../contract/view-types";
import { configOf, type View, type ViewConfig, viewWith } from "../../contract/views";
import { fieldType } from "../../field-types";
import { withoutPeople } from "../../field-types/people";
import { formulaTemplate } from "../../field-types/types/formula";
import { Prisma, prisma, query } from "../db";
import { env } from "../env";
import { sourceOf } from "../export/sheet-columns";
import { isCurrent, readFresh, type SchemaField, type TableSchema, withSchema } from "../structure/schemas";
import { narrowToView } from "./narrow-to-view";
import { missingLink, type OpenShare } from "./open-share";

/** Describes a shared view as far as its visitors may know it. */
export function describeSharedView(share: OpenShare): Promise<SharedView> {
  return withSchema(share, async (whole) => {
    const row = await prisma().view.findFirst({
      where: { id: share.viewId, tableId: whole.id, ownerId: null },
    });
    if (!row) throw missingLink();
    const type = row.type as ViewType;
    const config = configOf(type, row.config as Partial<ViewConfig>, whole.fields);
    const schema = narrowToView(whole, config, share);
    const view = describeView(viewWith({ id: row.id, name: row.name, type }, config), schema);
    const fields = await Promise.all(
      schema.face.fields.map((field, order) => describeField(schema, field, order)),
    );
    await readFresh(whole, query(Prisma.sql`SELECT 1 WHERE ${isCurrent(whole)}`));
    const { allowExport, allowCopy, embed, sharedBy } = share;
    return {
      ...{ title: row.name, allowExport, allowCopy, embed, sharedBy, view },
      table: {
        id: whole.id,
        // The name of the table may tell more than the view.
        name: row.name,
        order: 0,
        primaryFieldId: (schema.fieldOf(whole.primaryFieldId) ?? fields[0])?.id ?? whole.primaryFieldId,
        fields,
        views: [view],
        url: `${env.APP_URL}/shared/${share.token}`,
      },
    };
  });
}

/** Leaves out the filter, and everything about fields that are not shown. */
function describeView({ config, ...view }: View, { face }: TableSchema): View {
  const shown = face.fields.map(({ id }) => id);
  const told = withFittingFields({ ...config, filter: null }, face.fields);
  // Visitors may not sort by properties that every record has.
  const sorts = told.sorts.filter(({ fieldId }) => !isSystemField(fieldId));
  return viewWith(view, { ...told, sorts, orderedFieldIds: shown });
}

async function describeField(schema: TableSchema, field: SchemaField, order: number): Promise<Field> {
  const { id, name, description } = field;
  const explained = description ? { description } : {};
  return { id, name, order, ...explained, ...(await describeType(schema, field)) };
}

/**
 * The type of a field without what it is computed from. A lookup is described by its values, because its own description
 * consists of other tables.
 */
async function describeType(
  schema: TableSchema,
  field: SchemaField,
): Promise<Pick<Field, "type" | "template">> {
  const { type } = field;
  const template = withoutPeople(field.template) as Field["template"];
  if (field.fieldType.storage === "lookup") {
    const { fieldType: source } = await sourceOf(schema, field);
    const shown = { files: "attachments", people: "person" }[source.storage as string];
    return shown ? { type: shown, template: {} } : listType;
  }
  const { reads, withoutReads } = fieldType(type);
  if (withoutReads) return { type, template: withoutReads(template) as Field["template"] };
  if (reads) throw new Error(`visitors may not know the template of ${type}`);
  return { type, template };
}

/** The type of a list of texts or numbers that nobody edits. */
const listType = {
  type: "formula",
  template: { ...formulaTemplate.parse({ formula: "-" }), formula: "", resultType: "list" },
};
