import { isBlank } from "@/components/listing/is-blank";
import { counted } from "@/components/tasks/counted";
import { fieldType } from "@/lib/field-types";
import type { Group } from "./group";

/** A group in words: "Stage: Open, 12 records", and what its fields come to. */
export function groupName(group: Group, summaries: readonly string[]): string {
  const { field, rows } = group;
  return [`${field.name}: ${valueText(group)}`, counted(rows.end - rows.first, "record"), ...summaries].join(
    ", ",
  );
}

function valueText({ field, value }: Group): string {
  if (isBlank(value)) return nameOfNone;
  if (typeof value === "boolean") return value ? "Ticked" : "Not ticked";
  return fieldType(field.type).display(value, field.template);
}

/** Where there are more groups than one is told of. */
export function groupsCutText(groups: number): string {
  return `Only the first ${counted(groups, "group")} have headers`;
}

/** What the group is called whose records have no value. */
export const nameOfNone = "Empty";
