// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are drawn in part and placed freely, which a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid only one cell can be reached by Tab
import { memo } from "react";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import type { GridColumn } from "./columns";
import { headerHeight, numberWidth } from "./geometry";

interface GridHeaderProps {
  readonly columns: readonly GridColumn[];
  readonly isFrozen: boolean;
}

export const GridHeader = memo(function GridHeader({ columns, isFrozen }: GridHeaderProps) {
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-30 flex border-border border-b bg-background font-medium"
      style={{ height: headerHeight }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        aria-label="Row number"
        className="sticky start-0 z-20 shrink-0 border-border border-e bg-background"
        style={{ width: numberWidth }}
      />
      {columns.map((column) => {
        const isSticky = column.isPinned && isFrozen;
        return (
          <div
            key={column.field.id}
            role="columnheader"
            aria-colindex={column.index + 2}
            title={column.field.name}
            className={`flex h-full shrink-0 items-center gap-1.5 border-border border-e bg-background px-2 text-muted select-none ${isSticky ? "sticky z-10" : "absolute"}`}
            style={{ insetInlineStart: isSticky ? numberWidth : column.left, width: column.width }}
          >
            <FieldTypeIcon type={column.field.type} />
            <span dir="auto" className="truncate">
              {column.field.name}
            </span>
          </div>
        );
      })}
    </div>
  );
});
