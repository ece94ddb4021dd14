import type { SelectTemplate } from "@/lib/field-types/option";
import type { CellProps } from "./cell";
import { beingMade, OptionTag } from "./option-tag";

export function OptionCell({ column: { field }, value }: CellProps) {
  const { options, disableColors } = field.template as SelectTemplate;
  if (typeof value !== "string") return null;
  const option = options.find(({ label }) => label === value) ?? beingMade(value);
  return <OptionTag option={option} isPlain={disableColors} />;
}
