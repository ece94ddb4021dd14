import { likeliestStackField } from "@/components/fields/stackable-fields";
import { ApiError } from "@/lib/contract/errors";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfigUpdate } from "@/lib/contract/views";

/** The field that a new board stacks records by. */
export function requiredOfBoard({ fields }: Table): ViewConfigUpdate {
  const field = likeliestStackField(fields);
  if (field) return { stackFieldId: field.id };
  throw new ApiError(
    "BAD_REQUEST",
    "This table has no field that records can be stacked by. Add a single select field first.",
  );
}

/** Enough fields to recognize a record, few enough to show several cards at once. */
const maxFields = 4;

/** Shows the first fields on the cards of a new board. */
export function initialBoard(table: Table): ViewConfigUpdate {
  const { stackFieldId } = requiredOfBoard(table);
  const others = table.fields.filter(({ id }) => id !== table.primaryFieldId && id !== stackFieldId);
  return { hiddenFieldIds: others.slice(maxFields).map(({ id }) => id) };
}
