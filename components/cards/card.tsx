import { memo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { errorOf } from "@/components/cells/computed-notes";
import { CellValue } from "@/components/cells/views";
import { ErrorValue } from "@/components/cells/views/error-value";
import { type RecordEdits, shownValue } from "@/components/edits/edits";
import { ColorBar } from "@/components/fields/color-bar";
import { rowColorStyle, valueTintStyle } from "@/components/fields/option-style";
import { nameOf, unnamed } from "@/components/listing/record-names";
import { addressOf, openRecord } from "@/components/open-table/open-record";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { type CardContent, gap, lineHeight, nameHeight, padding } from "./card-layout";

interface CardProps {
  readonly table: Table;
  readonly content: CardContent;
  /** Undefined until it is loaded. */
  readonly record: Record | undefined;
  readonly edits: RecordEdits | undefined;
  readonly color: string | undefined;
  /** The colours of single values, by field id. */
  readonly cellColors: ReadonlyMap<string, string> | undefined;
  readonly row: number;
  readonly count: number;
  readonly top: number;
  readonly step: number;
  /** True for the current search result. */
  readonly isHit: boolean;
}

/** A record's title and a few of its fields; opens the record. */
export const Card = memo(function Card(props: CardProps) {
  const { table, content, record, edits, color, cellColors, row, count, top, step, isHit } = props;
  return (
    <li
      aria-setsize={count}
      aria-posinset={row + 1}
      className={`absolute inset-x-2 overflow-hidden rounded-lg border px-3 ${color === undefined ? "bg-surface" : "bg-(--row-tint)"} focus-within:outline-2 focus-within:outline-focus ${isHit ? "border-accent" : "border-border"}`}
      style={{
        height: step - gap,
        transform: `translateY(${top}px)`,
        paddingBlock: padding - 1,
        ...(color !== undefined && rowColorStyle(color)),
      }}
    >
      {color !== undefined && <ColorBar color={color} />}
      {record ? (
        <>
          <CardTitle
            table={table}
            titleId={content.titleId}
            record={record}
            edits={edits}
            color={cellColors?.get(content.titleId)}
          />
          <dl>
            {content.columns.map((column) => (
              <div key={column.field.id} className="flex items-center gap-3" style={{ height: lineHeight }}>
                <dt dir="auto" className="w-24 shrink-0 truncate text-muted">
                  {column.field.name}
                </dt>
                <dd
                  data-cell-color={cellColors?.get(column.field.id)}
                  style={valueTintStyle(cellColors?.get(column.field.id))}
                  className="flex min-w-0 flex-1 items-center self-stretch overflow-hidden tabular-nums"
                >
                  <CardValue column={column} record={record} edits={edits} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <span aria-hidden className="mt-2 block h-3 w-1/2 rounded-full bg-border opacity-60" />
      )}
    </li>
  );
});

interface CardValueProps {
  column: GridColumn;
  record: Record;
  edits: RecordEdits | undefined;
}

function CardValue({ column, record, edits }: CardValueProps) {
  const { id } = column.field;
  const error = errorOf(record, id);
  if (error) return <ErrorValue code={error} />;
  return <CellValue column={column} value={shownValue(edits, id, record.data[id])} />;
}

interface CardTitleProps {
  table: Table;
  titleId: string;
  record: Record;
  edits: RecordEdits | undefined;
  color: string | undefined;
}

/** A link stretched over the whole card. */
function CardTitle({ table, titleId, record, edits, color }: CardTitleProps) {
  const value = shownValue(edits, titleId, record.data[titleId]);
  const name = nameOf({ ...record, data: { [titleId]: value } }, { ...table, primaryFieldId: titleId });
  return (
    <a
      href={addressOf(record.id).href}
      data-card={record.id}
      dir="auto"
      className={`block truncate font-semibold text-sm outline-none after:absolute after:inset-0 ${name === "" ? "text-muted" : ""}`}
      data-cell-color={color}
      style={{ lineHeight: `${nameHeight}px`, ...valueTintStyle(color) }}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openRecord(record.id);
      }}
    >
      {name || unnamed}
    </a>
  );
}
