import type { ComponentType } from "react";
import { isBlank } from "@/components/listing/is-blank";
import type { Look } from "@/lib/field-types";
import type { GridColumn } from "../columns";
import type { CellProps } from "./cell-props";
import { CheckboxCell } from "./checkbox-cell";
import { FilesCell } from "./files-cell";
import { LinkCell } from "./link-cell";
import { clampLook } from "./look";
import { OptionCell } from "./option-cell";
import { OptionsCell } from "./options-cell";
import { PeopleCell } from "./people-cell";
import { ProgressCell } from "./progress-cell";
import { RatingCell, RatingsCell } from "./rating-cell";
import { RecordsCell } from "./records-cell";
import { TextCell } from "./text-cell";
import { useLookupTarget } from "./use-lookup-target";

const cells: { readonly [Kind in NonNullable<Look["cell"]>]: ComponentType<CellProps> } = {
  link: LinkCell,
  option: OptionCell,
  options: OptionsCell,
  checkbox: CheckboxCell,
  rating: RatingCell,
  progress: ProgressCell,
  files: FilesCell,
  people: PeopleCell,
  records: RecordsCell,
  lookup: LookupCell,
};

/** The displays of several values of another field; texts for the other looks. */
const lists: { readonly [Kind in NonNullable<Look["cell"]>]?: ComponentType<CellProps> } = {
  option: OptionsCell,
  rating: RatingsCell,
};

/** Displays a value by its field type; nothing for an empty cell. */
export function CellValue({ column, value }: { column: GridColumn; value: unknown }) {
  if (isBlank(value)) return null;
  const { empty, look } = column.fieldType;
  // After a change of type, the records are loaded later than the field.
  if (Array.isArray(empty) && !Array.isArray(value)) return null;
  const { cell } = look;
  const Cell = cell ? cells[cell] : TextCell;
  return <Cell column={column} value={value} />;
}

/** The values of another field in that field's display: as one list, or one by one. */
function LookupCell({ column, value }: CellProps) {
  const target = useLookupTarget(column);
  if (!target) return <TextCell column={column} value={value} />;
  const own = { ...target, width: column.width };
  const { empty, look } = target.fieldType;
  if (Array.isArray(empty)) return <CellValue column={own} value={value} />;
  const List = look.cell && lists[look.cell];
  if (List) return <List column={own} value={value} />;
  const texts = (value as readonly unknown[]).map((each) =>
    target.fieldType.display(each, target.field.template),
  );
  return (
    <span dir="auto" className={`min-w-0 flex-1 ${clampLook}`}>
      {texts.join(", ")}
    </span>
  );
}
