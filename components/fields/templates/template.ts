import { fieldType } from "@/lib/field-types";
import { takesKey, templateDefaults } from "./template-keys";

export type Template = Readonly<{ [key: string]: unknown }>;

/** A field's type and template, which may contain keys of other types. */
interface TypedDraft {
  readonly type: string;
  readonly template: Template;
}

/** The type's defaults with the draft's settings. Missing required keys are undefined. */
export function fullTemplate(field: TypedDraft): Template {
  return { ...templateDefaults(fieldType(field.type)), ...ownTemplate(field) };
}

/** The draft's settings, without keys of other types. */
export function ownTemplate(field: TypedDraft): Template {
  const type = fieldType(field.type);
  return Object.fromEntries(
    Object.entries(field.template).filter(([key, value]) => takesKey(type, key, value)),
  );
}
