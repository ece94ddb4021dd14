import type { SelectTemplate } from "@/lib/field-types/option";
import type { CellProps } from "./cell-props";
import { countFitting } from "./fitting";
import { OptionTag, optionOf } from "./option-tag";
import { PillRow } from "./pill-row";
import { useRowLines } from "./row-lines";

export function OptionsCell({ column: { field, width }, value }: CellProps) {
  const template = field.template as SelectTemplate;
  const labels = value as readonly string[];
  const lines = useRowLines();
  return (
    <PillRow count={labels.length}>
      {labels.slice(0, countFitting(labels, { width, lines })).map((label, index) => (
        <OptionTag
          // biome-ignore lint/suspicious/noArrayIndexKey: a lookup may contain a label twice
          key={index}
          option={optionOf(template, label)}
          isPlain={template.disableColors}
        />
      ))}
    </PillRow>
  );
}
