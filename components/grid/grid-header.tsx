// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are virtualized and positioned absolutely, which a <table> does not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: only one cell of a grid is a tab stop
"use client";

import { ArrowDown, ArrowUp, Info } from "lucide-react";
import { memo, type RefObject, useState } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { constraintWords, RequiredMark } from "@/components/fields/constraint-words";
import { useFieldActions } from "@/components/fields/field-actions";
import type { FieldMenuHandle } from "@/components/fields/field-menu";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { contentWidth, fittingWidth } from "@/components/fields/field-widths";
import type { Range } from "@/components/listing/range";
import { useOpenTable } from "@/components/open-table/open-table";
import { useMay } from "@/components/rights/rights";
import { onceIdle, onDemand } from "@/components/ui/on-demand";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";
import { hitOf } from "./pointer/hit";
import { type ColumnDrag, useColumnDrag } from "./pointer/use-column-drag";
import { headerHeight, numberWidthOf } from "./viewport/geometry";

const ColumnMenu = onceIdle(async () => (await import("./column-menu")).ColumnMenu, null);
const ColumnMenuButton = onDemand(async () => (await import("./column-menu")).ColumnMenuButton, {
  takesFocus: false,
});

interface GridHeaderProps {
  /** All of the view's columns, and those that are drawn. */
  readonly columns: readonly GridColumn[];
  readonly drawn: readonly GridColumn[];
  readonly isFrozen: boolean;
  /** The columns that contain a selection. */
  readonly selected: readonly Range[];
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly selectedWith: (field: Field) => readonly Field[];
}

/** The column headers, each with a menu. Dragging a header moves its column; dragging its edge resizes it. */
export const GridHeader = memo(function GridHeader({
  columns,
  drawn,
  isFrozen,
  selected,
  scrollerRef,
  selectedWith,
}: GridHeaderProps) {
  const { view } = useOpenTable();
  const drag = useColumnDrag({ columns, isFrozen, scrollerRef });
  const startMoving = useStable(drag.startMoving);
  const startResizing = useStable(drag.startResizing);
  const [menu, setMenu] = useState<FieldMenuHandle | null>(null);
  /** The field whose menu was requested before the menu was loaded. */
  const [wanted, setWanted] = useState<string | null>(null);
  const [first] = view.config.sorts;
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
        className="sticky start-0 z-20 shrink-0 border-border border-e bg-background"
        style={{ width: numberWidthOf(columns) }}
      >
        <span className="sr-only">Row number</span>
        {/* The menu adds elements for screen readers, which a columnheader may contain but a row may not. */}
        <ColumnMenu onReady={setMenu} selectedWith={selectedWith} />
      </div>
      {drawn.map((column) => (
        <ColumnHeader
          key={column.field.id}
          column={column}
          isSticky={column.isPinned && isFrozen}
          sort={view.config.sorts.find(({ fieldId }) => fieldId === column.field.id)?.direction}
          isSortedFirst={first?.fieldId === column.field.id}
          isSelected={selected.some(({ first, end }) => column.index >= first && column.index < end)}
          isMoving={drag.moving?.fieldId === column.field.id}
          menu={menu}
          isMenuWanted={wanted === column.field.id}
          setWanted={setWanted}
          startMoving={startMoving}
          startResizing={startResizing}
        />
      ))}
      {drag.moving && (
        <div
          aria-hidden
          className="absolute inset-y-0 z-40 w-0.5 -translate-x-1/2 bg-accent"
          style={{ insetInlineStart: drag.moving.to.at }}
        />
      )}
    </div>
  );
});

interface ColumnHeaderProps extends Pick<ColumnDrag, "startMoving" | "startResizing"> {
  readonly column: GridColumn;
  readonly isSticky: boolean;
  /** The sort direction of the column, if any. */
  readonly sort: "asc" | "desc" | undefined;
  /** True for the first sort: `aria-sort` may be set on one column only. */
  readonly isSortedFirst: boolean;
  readonly isSelected: boolean;
  /** True while it is being dragged. */
  readonly isMoving: boolean;
  /** Null until it is loaded. */
  readonly menu: FieldMenuHandle | null;
  readonly isMenuWanted: boolean;
  readonly setWanted: (fieldId: string | null) => void;
}

const ariaSorts = { asc: "ascending", desc: "descending" } as const;

/** Memoized, because the cursor passes all headers. */
const ColumnHeader = memo(function ColumnHeader(props: ColumnHeaderProps) {
  const { column, isSticky, sort, isSortedFirst, isSelected, isMoving, menu, setWanted, startMoving } = props;
  const { field, left, width } = column;
  const buttonId = `menu-of-${field.id}`;
  const SortIcon = sort === "desc" ? ArrowDown : ArrowUp;
  const { begin } = useFieldActions();
  const mayRename = useMay("change-structure");
  const notes = [...constraintWords(field), ...(field.description === undefined ? [] : [field.description])];
  return (
    <div
      role="columnheader"
      aria-colindex={column.index + 2}
      aria-sort={sort && isSortedFirst ? ariaSorts[sort] : undefined}
      aria-label={field.name}
      aria-description={notes.join("\n") || undefined}
      title={[field.name, ...notes].join("\n")}
      data-field={field.id}
      onPointerDown={(event) => startMoving(event, column)}
      onContextMenu={(event) => {
        event.preventDefault();
        if (menu) menu.open(buttonId);
        else setWanted(field.id);
      }}
      // Same as "Rename" in its menu.
      onDoubleClick={(event) => {
        if (mayRename && hitOf(event.target)?.on === "field") begin({ what: "edit", field, focus: "name" });
      }}
      className={`group/header flex h-full shrink-0 items-center gap-1.5 border-border border-e px-2 select-none ${isSelected ? "bg-accent-soft text-text" : column.isPrimary ? "bg-background text-text" : "bg-background text-muted"} ${isSticky ? "sticky z-10" : "absolute"} ${isMoving ? "opacity-50" : ""}`}
      style={{ insetInlineStart: left, width }}
    >
      <FieldTypeIcon type={field.type} />
      <span dir="auto" className="min-w-0 truncate">
        {field.name}
      </span>
      {field.isRequired && <RequiredMark />}
      {field.description !== undefined && <Info aria-hidden className="size-3 shrink-0 opacity-60" />}
      {sort && <SortIcon aria-hidden className="size-3 shrink-0 text-accent" />}
      {menu && (
        <ColumnMenuButton
          handle={menu}
          field={field}
          id={buttonId}
          isWanted={props.isMenuWanted}
          onOpened={() => setWanted(null)}
        />
      )}
      <ResizeEdge column={column} startResizing={props.startResizing} />
    </div>
  );
});

/** The right edge of a header. Dragging resizes the column; a double click fits it to its content. */
function ResizeEdge({ column, startResizing }: Pick<ColumnHeaderProps, "column" | "startResizing">) {
  const { view, changeView } = useOpenTable();
  const { id } = column.field;
  function fit() {
    const width = contentWidth(id);
    if (width === undefined) return;
    changeView({ fieldWidths: { ...view.config.fieldWidths, [id]: fittingWidth(width) } });
  }
  return (
    // Hidden from screen readers: the menu offers the same by keyboard.
    <div
      aria-hidden
      data-resize
      onPointerDown={(event) => startResizing(event, column)}
      onDoubleClick={fit}
      className="absolute inset-y-0 -end-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:start-[3px] after:w-0.5 hover:after:bg-accent active:after:bg-accent"
    />
  );
}
