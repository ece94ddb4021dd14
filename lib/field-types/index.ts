import type { FieldType } from "./field-type";
import { checkbox } from "./types/checkbox";
import { currency } from "./types/currency";
import { date } from "./types/date";
import { email } from "./types/email";
import { longText } from "./types/long-text";
import { number } from "./types/number";
import { singleLineText } from "./types/single-line-text";
import { singleSelect } from "./types/single-select";
import { url } from "./types/url";

/** Every field type, in the order in which a person is offered them. */
const registered = [singleLineText, longText, number, currency, singleSelect, checkbox, date, email, url];

/** The registry. A type belongs to each field's own values, which only the type itself may look into. */
export const fieldTypes = new Map(registered.map((each) => [each.type, each as unknown as FieldType]));

/** The type by the name the API uses. Only for names that have passed `fieldTypeName`. */
export function fieldType(name: string): FieldType {
  const found = fieldTypes.get(name);
  if (!found) throw new Error(`unknown field type ${JSON.stringify(name)}`);
  return found;
}

export type { EditorKind, FieldType, Look } from "./field-type";
