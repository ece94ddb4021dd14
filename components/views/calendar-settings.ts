import { ApiError } from "@/lib/contract/errors";
import type { Table } from "@/lib/contract/tables";
import { dateDemand } from "@/lib/contract/view-types";
import type { ViewConfigUpdate } from "@/lib/contract/views";

/** The field that a new calendar places records by. */
export function requiredOfCalendar({ fields }: Table): ViewConfigUpdate {
  const field = fields.find(dateDemand.isMet);
  if (field) return { startFieldId: field.id };
  throw new ApiError("BAD_REQUEST", "This table has no field with a date. Add one first.");
}
