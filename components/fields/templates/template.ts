import { fieldType } from "@/lib/field-types";
import { templateDefaults } from "./template-keys";

export type Template = Readonly<{ [key: string]: unknown }>;

/** A field's type and what was set of its template, which may be of another type in part. */
interface TypedDraft {
  readonly type: string;
  readonly template: Template;
}

/** The whole template a field has so far: the type's defaults, and what was changed. What is still missing is undefined. */
export function fullTemplate(field: TypedDraft): Template {
  return { ...templateDefaults(fieldType(field.type)), ...ownTemplate(field) };
}

/** What was set of the template, as far as the type knows it. */
export function ownTemplate(field: TypedDraft): Template {
  const known = templateDefaults(fieldType(field.type));
  return Object.fromEntries(Object.entries(field.template).filter(([key]) => key in known));
}
