import { dateFields, likeliestEndField } from "@/components/fields/date-fields";
import { ApiError } from "@/lib/contract/errors";
import type { Table } from "@/lib/contract/tables";
import { colorDemand } from "@/lib/contract/view-types";
import type { ViewConfigUpdate } from "@/lib/contract/views";

/** The field that a new calendar places records by. */
export function requiredOfCalendar({ fields }: Table): ViewConfigUpdate {
  const [field] = dateFields(fields);
  if (field) return { startFieldId: field.id };
  throw new ApiError("BAD_REQUEST", "This table has no field with a date. Add one first.");
}

/** The field with the last date of a record, and the field that colours records, if the table has them. */
export function initialCalendar({ fields }: Table): ViewConfigUpdate {
  const [start] = dateFields(fields);
  const end = start && likeliestEndField(fields, start);
  const color = fields.find(colorDemand.isMet);
  return { ...(end && { endFieldId: end.id }), ...(color && { colorFieldId: color.id }) };
}
