import type { Field, FieldUpdate } from "@/lib/contract/fields";
import { type FieldType, fieldTypeOf, fieldTypes, isLink } from "@/lib/field-types";
import { conversionProblem } from "@/lib/field-types/convert";
import type { Template } from "./templates/template";
import { ownTemplate } from "./templates/template";

/** The unvalidated state of the form for a field. */
export interface FieldDraft {
  readonly name: string;
  readonly type: string;
  /** Empty for none. */
  readonly description: string;
  /** Settings of any type chosen so far; kept in case a type is chosen again. */
  readonly template: Template;
}

export const newDraft: FieldDraft = { name: "", type: "single_line_text", description: "", template: {} };

/** The draft of an existing field. */
export function draftOf({ name, type, description = "", template }: Field): FieldDraft {
  return { name, type, description, template };
}

/** The request body that creates the field. */
export function toFieldCreate(draft: FieldDraft) {
  const { name, type, description } = draft;
  return { name, type, template: ownTemplate(draft), ...(description !== "" && { description }) };
}

/** The request body that updates the field; undefined if nothing changed. */
export function changesOf(field: Field, draft: FieldDraft): FieldUpdate | undefined {
  const isRetyped = draft.type !== field.type;
  const own = Object.entries(ownTemplate(draft));
  const template = isRetyped ? own : own.filter(([key, value]) => !isAlike(value, field.template[key]));
  const change: FieldUpdate = {
    ...(draft.name !== field.name && { name: draft.name }),
    ...(draft.description !== (field.description ?? "") && { description: draft.description || null }),
    ...(isRetyped && { type: draft.type }),
    ...(template.length > 0 && { template: Object.fromEntries(template) }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** The types that a field can be converted to, including its own. */
export function typesForField(field: Field, primaryFieldId: string): FieldType[] {
  // A lookup has no values of its own; other computed fields keep today's.
  const isFixed = fieldTypeOf(field).storage === "lookup";
  return [...fieldTypes.values()].filter((each) => {
    if (each.type === field.type) return true;
    if (isFixed || conversionProblem(each) !== undefined) return false;
    return field.id !== primaryFieldId || each.canBePrimary;
  });
}

/** The template keys that cannot be changed after creation. */
export function settledKeys(field: Field): string[] {
  if (!isLink(field)) return [];
  return field.template.isInverse ? ["tableId", "allowMultiple"] : ["tableId"];
}

function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
