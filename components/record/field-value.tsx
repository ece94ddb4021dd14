import type { CSSProperties } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { isReadOnly } from "@/components/cells/editors";
import { CellValue } from "@/components/cells/views";
import { isBlank } from "@/components/listing/is-blank";
import { LinkedRecords } from "./linked-records";

/** A value as its field type displays it, with room for all of it. */
export function FieldValue({ column, value }: { column: GridColumn; value: unknown }) {
  if (isBlank(value)) return isReadOnly(column) ? <span className="text-muted">Empty</span> : null;
  if (column.fieldType.look.cell === "records") return <LinkedRecords column={column} value={value} />;
  return (
    <span data-tall className="contents [&>span]:flex-wrap" style={allLines}>
      <CellValue column={column} value={value} />
    </span>
  );
}

const allLines = { "--row-lines": "none" } as CSSProperties;
