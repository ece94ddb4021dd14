import { fieldType } from "@/lib/field-types";
import type { GridColumn } from "./columns";

/** Creates columns for tests, one per type and named after it, with complete templates. */
export function makeColumns(...fields: readonly (string | [type: string, template: object])[]): GridColumn[] {
  return fields.map((given, index): GridColumn => {
    const [name, own] = typeof given === "string" ? [given, {}] : given;
    const type = fieldType(name);
    const parsed = type.template.parse(own);
    const template = (type.completeTemplate?.(parsed) ?? parsed) as { [key: string]: unknown };
    const field = { id: `f${index}`, name, type: name, template, order: index };
    return {
      index,
      field,
      fieldType: type.resolve(template),
      left: index * 100,
      width: 100,
      isPinned: index === 0,
      isLocked: false,
      isPrimary: index === 0,
    };
  });
}
