import type { SelectTemplate } from "@/lib/field-types/option";
import type { CellProps } from "./cell";
import { OptionTag } from "./option-tag";

export function OptionCell({ column: { field }, value }: CellProps) {
  const { options, disableColors } = field.template as SelectTemplate;
  return <OptionTag option={options.find(({ label }) => label === value)} isPlain={disableColors} />;
}
