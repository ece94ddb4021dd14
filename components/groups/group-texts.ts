import { isBlank } from "@/components/listing/is-blank";
import { counted } from "@/components/tasks/counted";
import { fieldType } from "@/lib/field-types";
import type { Group } from "./group";

/** Describes a group and its summaries: "Stage: Open, 12 records". */
export function groupName(group: Group, summaries: readonly string[]): string {
  const { field, rows } = group;
  return [`${field.name}: ${valueText(group)}`, counted(rows.end - rows.first, "record"), ...summaries].join(
    ", ",
  );
}

function valueText({ field, value }: Group): string {
  if (isBlank(value)) return emptyGroupName;
  if (typeof value === "boolean") return value ? "Checked" : "Unchecked";
  return fieldType(field.type).display(value, field.template);
}

/** Reports that there are more groups than the server returns. */
export function groupsCutText(groups: number): string {
  return `Only the first ${counted(groups, "group")} have headers`;
}

/** The name of the group of records without a value. */
export const emptyGroupName = "Empty";
