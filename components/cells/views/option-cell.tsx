import type { SelectTemplate } from "@/lib/field-types/option";
import type { CellProps } from "./cell-props";
import { OptionTag, optionOf } from "./option-tag";

export function OptionCell({ column: { field }, value }: CellProps) {
  const template = field.template as SelectTemplate;
  return <OptionTag option={optionOf(template, value as string)} isPlain={template.disableColors} />;
}
