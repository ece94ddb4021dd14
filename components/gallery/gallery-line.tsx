// biome-ignore-all lint/a11y/useSemanticElements: lines are virtualized and positioned absolutely, which a <table> does not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: the links and buttons in the cells have the focus
import { Plus } from "lucide-react";
import { memo, type ReactNode } from "react";
import { indexesOf, type Range } from "@/components/listing/range";
import { RecordCard, type RecordCardProps } from "@/components/record-card/record-card";
import type { Record } from "@/lib/contract/records";
import { cardGap } from "./layout/gallery-layout";

interface GalleryLineProps {
  readonly line: number;
  readonly top: number;
  readonly columns: number;
  readonly cardHeight: number;
  readonly rows: Range;
  readonly cellOf: (row: number, column: number) => ReactNode;
}

/** A line of cards. */
export function GalleryLine({ line, top, columns, cardHeight, rows, cellOf }: GalleryLineProps) {
  return (
    <div
      role="row"
      aria-rowindex={line + 1}
      className="absolute inset-x-0 grid"
      style={{
        height: cardHeight,
        transform: `translateY(${top}px)`,
        columnGap: cardGap,
        paddingInline: cardGap,
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      }}
    >
      {indexesOf(rows).map((row) => cellOf(row, row - rows.first + 1))}
    </div>
  );
}

interface GalleryCardProps extends Omit<RecordCardProps, "place"> {
  readonly record: Record | undefined;
  readonly row: number;
  /** From 1. */
  readonly column: number;
}

/** A record in its cell. */
export const GalleryCard = memo(function GalleryCard({ row, column, ...card }: GalleryCardProps) {
  return (
    <div
      role="gridcell"
      aria-colindex={column}
      aria-selected={card.isSelected}
      data-card-id={card.record?.id}
      className="group/card min-h-0 min-w-0"
    >
      <RecordCard place={{ "data-place": "", "data-row": row }} {...card} />
    </div>
  );
});

interface NewCardCellProps {
  readonly row: number;
  readonly column: number;
  readonly hasFocus: boolean;
  /** The input for the name of a new record, if it is open. */
  readonly children: ReactNode;
}

/** The cell after the last card, which adds a record. */
export function NewCardCell({ row, column, hasFocus, children }: NewCardCellProps) {
  return (
    <div role="gridcell" aria-colindex={column} aria-selected={false} className="min-h-0 min-w-0">
      {children || (
        <button
          type="button"
          data-place=""
          data-row={row}
          data-new-card
          tabIndex={hasFocus ? 0 : -1}
          className="flex h-full w-full items-center justify-center gap-1.5 rounded-lg border border-border-strong border-dashed text-muted hover:bg-hover hover:text-text"
        >
          <Plus aria-hidden className="size-4" />
          New record
        </button>
      )}
    </div>
  );
}
