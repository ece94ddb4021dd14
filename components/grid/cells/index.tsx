import type { ComponentType } from "react";
import type { Look } from "@/lib/field-types";
import type { GridColumn } from "../columns";
import { isEmpty } from "../read-draft";
import type { CellProps } from "./cell";
import { CheckboxCell } from "./checkbox-cell";
import { LinkCell } from "./link-cell";
import { OptionCell } from "./option-cell";
import { TextCell } from "./text-cell";

const cells: { readonly [Kind in NonNullable<Look["cell"]>]: ComponentType<CellProps> } = {
  link: LinkCell,
  option: OptionCell,
  checkbox: CheckboxCell,
};

/** Draws a value as its field type looks; an empty cell is empty. */
export function CellValue({ column, value }: { column: GridColumn; value: unknown }) {
  if (isEmpty(value)) return null;
  const { cell } = column.fieldType.look;
  const Cell = cell ? cells[cell] : TextCell;
  return <Cell column={column} value={value} />;
}
