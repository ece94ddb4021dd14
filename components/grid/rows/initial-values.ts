import type { Group } from "@/components/groups/group";
import { newValues } from "@/components/open-table/new-values";
import { writableFields } from "@/components/open-table/writable-fields";
import { groupsOfCursor } from "../commands/collapse-commands";
import { activeOf } from "../cursor/cursor";
import type { GridState } from "../grid-state";

/** The initial values of a row created at the cursor. */
export function initialValuesAt(grid: GridState): { [fieldId: string]: unknown } {
  const { cursor, services } = grid;
  const groups = cursor.state === "idle" ? [] : sharedValues(grid);
  const fields = writableFields(services.table, services.lockedFieldIds);
  return newValues({ fields, filter: services.filter, groups });
}

/** The values that the groups at the cursor have in common. */
function sharedValues(grid: GridState): Pick<Group, "field" | "value">[] {
  const groups = groupsOfCursor(grid);
  if (groups.length > 0) return groups;
  // Groups take longer to load than their first records, and there can be too many to load.
  const record = grid.recordAt(activeOf(grid.cursor).row);
  return grid.grouping.levels.flatMap(({ fields }) => {
    const field = fields.at(-1);
    return field && record ? [{ field, value: record.data[field.id] }] : [];
  });
}
