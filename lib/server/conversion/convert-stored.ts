import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import {
  type FieldType,
  isEmpty,
  type TypedField,
  type TypedTemplate,
  typedTemplate,
} from "../../field-types";
import { convert, convertText } from "../../field-types/convert";
import { presentValue, storeValue } from "../records/values";

/** A stored value after a change of its field; `stored` is null for an empty cell. */
export interface Converted {
  readonly stored: unknown;
  /** True if the value or a part of it is lost. */
  readonly isLost: boolean;
}

export type Conversion = (stored: unknown) => Converted;

/** The options that replace removed ones, by the values of both. */
export type MergedOptions = ReadonlyMap<string, string>;

/** Converts stored values from the previous to the changed field; null if no value changes. */
export function conversionOf(
  before: TypedField,
  after: TypedField,
  merged: MergedOptions = new Map(),
): Conversion | null {
  const [from, to] = [typedTemplate(before), typedTemplate(after)];
  return before.type === after.type ? toTemplate(from, to, merged) : toType(from, to);
}

/** Converts by plain text, which is all that types share. */
function toType(from: TypedTemplate, to: TypedTemplate): Conversion {
  return (stored) => convertedTo(to, convert(presentValue(from, stored), from, to));
}

/** Converts the plain text of a cell. */
export function fromText(text: string, to: TypedTemplate): Converted {
  return convertedTo(to, convertText(text, to));
}

function convertedTo(to: TypedTemplate, value: unknown): Converted {
  if (value === undefined) return { stored: null, isLost: true };
  return { stored: isEmpty(to.fieldType, value) ? null : storeValue(to, value), isLost: false };
}

function toTemplate(
  from: TypedTemplate,
  { fieldType, template }: TypedTemplate,
  merged: MergedOptions,
): Conversion | null {
  const removed = new Set(fieldType.removedOptions?.(from.template, template));
  if (removed.size > 0) return withoutOptions(removed, merged);
  if (fieldType.removedOptions || takesTheSame(fieldType, from.template, template)) return null;
  const shape = fieldType.value(template);
  return (stored) => {
    const fits = shape.safeParse(presentValue(from, stored)).success;
    return fits ? { stored, isLost: false } : { stored: null, isLost: true };
  };
}

function withoutOptions(removed: ReadonlySet<string>, merged: MergedOptions): Conversion {
  return (stored) => {
    const ids = ([] as unknown[]).concat(stored).map(String);
    if (!ids.some((id) => removed.has(id))) return { stored, isLost: false };
    const replaced = ids.map((id) => merged.get(id) ?? id);
    const left = [...new Set(replaced.filter((id) => !removed.has(id)))];
    const isLost = replaced.some((id) => removed.has(id));
    return { stored: left.length === 0 ? null : Array.isArray(stored) ? left : left[0], isLost };
  };
}

/** True if a cell accepts the same values under both templates, according to their JSON Schema. */
function takesTheSame(fieldType: FieldType, before: object, after: object): boolean {
  const [one, other] = [before, after].map((template) =>
    z.toJSONSchema(fieldType.value(template), { io: "output", unrepresentable: "any" }),
  );
  return isDeepStrictEqual(one, other);
}
