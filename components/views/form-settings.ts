import { questionsFor } from "@/components/form/questions";
import type { ReadTable } from "@/components/toolbar/tools";
import type { Table } from "@/lib/contract/tables";
import { formDemand } from "@/lib/contract/view-types";
import type { ViewConfigUpdate } from "@/lib/contract/views";

/** Asks for every field that a form can have, in the order of the table. */
export async function settingsOfForm(table: Table, readTable: ReadTable): Promise<ViewConfigUpdate> {
  const fields = table.fields.filter(formDemand.isMet);
  return { fields: await questionsFor(fields, { table, readTable }) };
}
