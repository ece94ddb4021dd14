import type { CSSProperties } from "react";
import { columnOf } from "@/components/cells/columns";
import { CellValue } from "@/components/cells/views";
import { optionStyle } from "@/components/fields/option-style";
import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf } from "@/lib/field-types";
import { indexOf, type SelectTemplate } from "@/lib/field-types/option";
import type { StackKey } from "@/lib/field-types/stacks";
import { noValueName, valueOfStack } from "./stack-values";

interface StackLabelProps {
  readonly field: Field;
  readonly stackKey: StackKey;
  readonly name: string;
}

/** The value of a stack as its field shows it. */
export function StackLabel({ field, stackKey, name }: StackLabelProps) {
  if (stackKey === null) return <span className="truncate text-muted">{noValueName}</span>;
  if (typeof stackKey === "boolean") {
    return (
      <span className="flex min-w-0 items-center gap-2">
        <span aria-hidden className="flex">
          <CellValue column={labelColumn(field)} value={stackKey} />
        </span>
        <span className="truncate">{name}</span>
      </span>
    );
  }
  return <CellValue column={labelColumn(field)} value={valueOfStack(field, stackKey)} />;
}

function labelColumn(field: Field) {
  return columnOf(field, { index: 0, width: 200, isLocked: true });
}

/** The background of a stack: a tint of its option's colour. */
export function stackTint(field: Field, key: StackKey): CSSProperties | undefined {
  const color = typeof key === "string" ? optionColor(field, key) : undefined;
  if (color === undefined) return undefined;
  const { backgroundColor } = optionStyle(color);
  return { backgroundColor: `color-mix(in oklab, ${backgroundColor} 38%, var(--background))` };
}

/** The colour of an option; undefined for other fields, and for those that disable colours. */
export function optionColor(field: Field, value: string): string | undefined {
  if (fieldTypeOf(field).look.cell !== "option") return undefined;
  const template = field.template as SelectTemplate;
  return template.disableColors ? undefined : indexOf(template).byId.get(value)?.color;
}
