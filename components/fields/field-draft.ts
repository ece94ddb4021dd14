import type { Field, FieldUpdate } from "@/lib/contract/fields";
import { type FieldType, fieldTypeOf, fieldTypes, isLink } from "@/lib/field-types";
import { type Constraints, canBe, constraintKeys } from "@/lib/field-types/constraints";
import { conversionProblem } from "@/lib/field-types/convert";
import { fullTemplate, ownTemplate, type Template } from "./templates/template";

/** The unvalidated state of the form for a field. */
export interface FieldDraft {
  readonly name: string;
  readonly type: string;
  /** Empty for none. */
  readonly description: string;
  /** Rules for its values. They are left out while the type does not suit them. */
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  /** Creates records for missing names if the field becomes a link field. */
  readonly createsLinked: boolean;
  /** Settings of any type chosen so far; kept in case a type is chosen again. */
  readonly template: Template;
}

export const newDraft: FieldDraft = {
  name: "",
  type: "single_line_text",
  description: "",
  isRequired: false,
  isUnique: false,
  createsLinked: false,
  template: {},
};

/** The draft of an existing field. */
export function draftOf({ name, type, description = "", template, ...rules }: Field): FieldDraft {
  const { isRequired = false, isUnique = false } = rules;
  return { name, type, description, isRequired, isUnique, createsLinked: false, template };
}

/** The rules that fields of the draft's type can have. */
export function constraintsFor(draft: FieldDraft): readonly (keyof Constraints)[] {
  const fieldType = fieldTypeOf({ ...draft, template: fullTemplate(draft) });
  return constraintKeys.filter((key) => canBe(key, fieldType));
}

/** The request body that creates the field. */
export function toFieldCreate(draft: FieldDraft) {
  const { name, type, description } = draft;
  const rules = constraintsFor(draft).filter((key) => draft[key]);
  return {
    name,
    type,
    template: ownTemplate(draft),
    ...(description !== "" && { description }),
    ...Object.fromEntries(rules.map((key) => [key, true])),
  };
}

/** The request body that updates the field; undefined if nothing changed. */
export function changesOf(field: Field, draft: FieldDraft): FieldUpdate | undefined {
  const isRetyped = draft.type !== field.type;
  const own = Object.entries(ownTemplate(draft));
  const template = isRetyped ? own : own.filter(([key, value]) => !isAlike(value, field.template[key]));
  const rules = constraintsFor(draft).filter((key) => draft[key] !== (field[key] ?? false));
  const change: FieldUpdate = {
    ...(draft.name !== field.name && { name: draft.name }),
    ...(draft.description !== (field.description ?? "") && { description: draft.description || null }),
    ...(isRetyped && { type: draft.type }),
    ...(becomesLink(field, draft) && draft.createsLinked && { createLinked: true }),
    ...Object.fromEntries(rules.map((key) => [key, draft[key]])),
    ...(template.length > 0 && { template: Object.fromEntries(template) }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** True if the draft makes a link field of another one. */
export function becomesLink(field: Field, draft: FieldDraft): boolean {
  return isLink(draft) && !isLink(field);
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
