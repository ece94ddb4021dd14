import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type FieldType, type TypedTemplate, typedTemplate } from "../../field-types";
import { convert } from "../../field-types/convert";
import { isEmpty } from "../../field-types/empty";

/** What becomes of a stored value when its field changes; `stored` is null where the cell is empty then. */
export interface Refitted {
  readonly stored: unknown;
  /** Whether the value, or a part of it, has no place in the changed field. */
  readonly isLost: boolean;
}

export type Refit = (stored: unknown) => Refitted;

/** How values change when their field becomes one of another type: each by its plain text. */
export function refitToType(from: TypedTemplate, to: TypedTemplate): Refit {
  return (stored) => {
    const value = convert(present(from, stored), from, to);
    if (value === undefined) return { stored: null, isLost: true };
    return { stored: isEmpty(to.fieldType, value) ? null : store(to, value), isLost: false };
  };
}

/** How values change with their field's template; null where every value stays as it is. */
export function refitToTemplate(fieldType: FieldType, before: object, after: object): Refit | null {
  const removed = new Set(fieldType.removedOptions?.(before, after));
  if (removed.size > 0) return withoutOptions(removed);
  if (fieldType.removedOptions || takesTheSame(fieldType, before, after)) return null;
  const shape = fieldType.value(after);
  return (stored) => {
    const value = present(typedTemplate({ type: fieldType.type, template: before }), stored);
    const fits = shape.safeParse(value).success;
    return fits ? { stored, isLost: false } : { stored: null, isLost: true };
  };
}

/** What is stored, in the words of the API. */
export function present({ fieldType, template }: TypedTemplate, stored: unknown): unknown {
  return fieldType.present ? fieldType.present(stored, template) : stored;
}

function store({ fieldType, template }: TypedTemplate, value: unknown): unknown {
  return fieldType.store ? fieldType.store(value, template) : value;
}

function withoutOptions(removed: ReadonlySet<string>): Refit {
  return (stored) => {
    const ids = ([] as unknown[]).concat(stored);
    const left = ids.filter((id) => !removed.has(String(id)));
    if (left.length === ids.length) return { stored, isLost: false };
    return { stored: left.length === 0 ? null : left, isLost: true };
  };
}

/** Whether a cell takes the same values by both templates, going by what the API tells its callers of them. */
function takesTheSame(fieldType: FieldType, before: object, after: object): boolean {
  const [one, other] = [before, after].map((template) =>
    z.toJSONSchema(fieldType.value(template), { io: "output", unrepresentable: "any" }),
  );
  return isDeepStrictEqual(one, other);
}
