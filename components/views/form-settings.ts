import type { ReadTable } from "@/components/toolbar/tools";
import type { Field } from "@/lib/contract/fields";
import type { FormField } from "@/lib/contract/form-fields";
import type { Table } from "@/lib/contract/tables";
import { formDemand } from "@/lib/contract/view-types";
import type { ViewConfigUpdate } from "@/lib/contract/views";
import { isLink } from "@/lib/field-types";

/** Asks for every field that a form can have, in the order of the table. */
export async function settingsOfForm(table: Table, readTable: ReadTable): Promise<ViewConfigUpdate> {
  const asked = table.fields.filter(formDemand.isMet);
  const fields = await Promise.all(asked.map((field) => questionOf(field, { table, readTable })));
  return { fields: fields.flatMap((each) => each ?? []) };
}

interface Tables {
  readonly table: Table;
  readonly readTable: ReadTable;
}

/** A linked record field offers the first view of its table; undefined if that has none. */
async function questionOf(field: Field, { table, readTable }: Tables): Promise<FormField | undefined> {
  const question = { fieldId: field.id, label: null, help: null, required: false, showWhen: null };
  if (!isLink(field)) return { ...question, linkViewId: null };
  const { tableId } = field.template as { tableId: string };
  const linked = tableId === table.id ? table : await readTable(tableId);
  const [view] = linked.views;
  return view && { ...question, linkViewId: view.id };
}
