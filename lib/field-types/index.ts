import { withDefault } from "./default-value";
import type { FieldType, ResolvedType, TypedTemplate } from "./field-type";
import type { KnownPerson } from "./people";
import { hasStack, type StackKey, type Stacks } from "./stacks";
import { attachments } from "./types/attachments";
import { autonumber } from "./types/autonumber";
import { checkbox } from "./types/checkbox";
import { count } from "./types/count";
import { createdBy } from "./types/created-by";
import { createdTime } from "./types/created-time";
import { currency } from "./types/currency";
import { date } from "./types/date";
import { datetime } from "./types/datetime";
import { duration } from "./types/duration";
import { email } from "./types/email";
import { formula } from "./types/formula";
import { linkedRecord } from "./types/linked-record";
import { longText } from "./types/long-text";
import { lookup } from "./types/lookup";
import { multipleSelect } from "./types/multiple-select";
import { number } from "./types/number";
import { percent } from "./types/percent";
import { person } from "./types/person";
import { phoneNumber } from "./types/phone-number";
import { rating } from "./types/rating";
import { rollup } from "./types/rollup";
import { singleLineText } from "./types/single-line-text";
import { singleSelect } from "./types/single-select";
import { source } from "./types/source";
import { updatedBy } from "./types/updated-by";
import { updatedTime } from "./types/updated-time";
import { url } from "./types/url";

/** All field types, in the order of the type picker. */
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
  person,
  attachments,
  linkedRecord,
  lookup,
  formula,
  rollup,
  count,
  autonumber,
  createdTime,
  updatedTime,
  createdBy,
  updatedBy,
  source,
];

/** The registry. Casts because only a type itself may inspect its values. */
export const fieldTypes = new Map(
  registered.map((each) => [each.type, withDefault(each as unknown as FieldType)]),
);

/** Returns the type of a name that the contract has validated. Throws for unknown names. */
export function fieldType(name: string): FieldType {
  const found = fieldTypes.get(name);
  if (!found) throw new Error(`unknown field type ${JSON.stringify(name)}`);
  return found;
}

/** The parts of a field that define its values. `template` has the shape of its type. */
export interface TypedField {
  readonly type: string;
  readonly template: unknown;
}

/** Resolves the type of a field. */
export function fieldTypeOf({ type, template }: TypedField): ResolvedType {
  return fieldType(type).resolve(template as object);
}

/** True if cells hold links to records. */
export function isLink(field: TypedField): boolean {
  return fieldTypeOf(field).storage === "links";
}

/** True if cells hold people. */
export function holdsPeople(field: TypedField): boolean {
  return fieldTypeOf(field).storage === "people";
}

/** A field as its values are read: with the people whom they name, if they name any. */
export function withPeople<Field extends TypedField>(field: Field, people: readonly KnownPerson[]): Field {
  return holdsPeople(field) ? { ...field, template: { ...(field.template as object), people } } : field;
}

/** True if values derive from other fields when they are read, and none are stored. */
export function isDerived({ type }: Pick<TypedField, "type">): boolean {
  return fieldType(type).reads !== undefined;
}

/** True if records with this value make a stack of a board by the field. */
export function isStackOf(field: TypedField, key: StackKey): boolean {
  const { stacks, empty } = fieldTypeOf(field);
  const made = stacks?.(field.template as object);
  return made !== undefined && hasStack(made, key, empty);
}

/** The stacks of a board by a field; undefined if a board cannot stack records by it. */
export function stacksOf(field: TypedField): Stacks | undefined {
  return fieldTypeOf(field).stacks?.(field.template as object);
}

/** Resolves the type of a field and returns it with the template. */
export function typedTemplate(field: TypedField): TypedTemplate {
  return { fieldType: fieldTypeOf(field), template: field.template as object };
}

export { type Creation, defaultOf } from "./default-value";
export { isEmpty } from "./empty";
export type { EditorKind, FieldType, Look, ResolvedType, TypedTemplate } from "./field-type";
export { copiedText, typingOf } from "./field-type";
export { resolutionsOf } from "./resolutions";
