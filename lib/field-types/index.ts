import type { FieldType, ResolvedType, TypedTemplate } from "./field-type";
import { attachments } from "./types/attachments";
import { autonumber } from "./types/autonumber";
import { checkbox } from "./types/checkbox";
import { createdTime } from "./types/created-time";
import { currency } from "./types/currency";
import { date } from "./types/date";
import { datetime } from "./types/datetime";
import { duration } from "./types/duration";
import { email } from "./types/email";
import { linkedRecord } from "./types/linked-record";
import { longText } from "./types/long-text";
import { lookup } from "./types/lookup";
import { multipleSelect } from "./types/multiple-select";
import { number } from "./types/number";
import { percent } from "./types/percent";
import { phoneNumber } from "./types/phone-number";
import { rating } from "./types/rating";
import { singleLineText } from "./types/single-line-text";
import { singleSelect } from "./types/single-select";
import { source } from "./types/source";
import { updatedTime } from "./types/updated-time";
import { url } from "./types/url";

/** Every field type, in the order in which a person is offered them. */
const registered = [
  singleLineText,
  longText,
  number,
  currency,
  percent,
  singleSelect,
  multipleSelect,
  checkbox,
  date,
  datetime,
  duration,
  rating,
  email,
  url,
  phoneNumber,
  attachments,
  linkedRecord,
  lookup,
  autonumber,
  createdTime,
  updatedTime,
  source,
];

/** The registry. A type belongs to each field's own values, which only the type itself may look into. */
export const fieldTypes = new Map(registered.map((each) => [each.type, each as unknown as FieldType]));

/** The type by the name the API uses. Only for names that the contract has let in. */
export function fieldType(name: string): FieldType {
  const found = fieldTypes.get(name);
  if (!found) throw new Error(`unknown field type ${JSON.stringify(name)}`);
  return found;
}

/** A field as far as its values go; `template` has the shape that its type says. */
export interface TypedField {
  readonly type: string;
  readonly template: unknown;
}

/** The type of a field, with its answers for that field. */
export function fieldTypeOf({ type, template }: TypedField): ResolvedType {
  return fieldType(type).resolve(template as object);
}

/** Whether cells hold links to records. */
export function isLink(field: TypedField): boolean {
  return fieldTypeOf(field).storage === "links";
}

/** Whether values are derived from those of other fields when they are read, so that none are stored. */
export function isDerived({ type }: Pick<TypedField, "type">): boolean {
  return fieldType(type).reads !== undefined;
}

/** A field's type together with its template, for whatever goes by both. */
export function typedTemplate(field: TypedField): TypedTemplate {
  return { fieldType: fieldTypeOf(field), template: field.template as object };
}

export { isEmpty } from "./empty";
export type { EditorKind, FieldType, Look, ResolvedType, TypedTemplate } from "./field-type";
export { copiedText, typingOf } from "./field-type";
export { resolutionsOf } from "./resolutions";
