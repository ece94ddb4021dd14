import { memo, type RefObject, useMemo } from "react";
import { createPortal } from "react-dom";
import { columnOf } from "@/components/cells/columns";
import { GridTableProvider } from "@/components/cells/grid-table-provider";
import type { NamesByTable } from "@/components/cells/linked-names";
import type { SourcedColumn } from "@/components/cells/lookup-source";
import { RowLinesProvider } from "@/components/cells/views/row-lines";
import { cellTint, rowColorStyle } from "@/components/fields/option-style";
import { emptyGroupName } from "@/components/groups/group-texts";
import { isBlank } from "@/components/listing/is-blank";
import { colorsBy, type RecordColors, rowColorOf } from "@/components/record-card/record-colors";
import { counted } from "@/components/tasks/counted";
import type { Record } from "@/lib/contract/records";
import { dateTimeFormat } from "@/lib/field-types/intl";
import { type ColumnSet, columnSets, type Orientation } from "./paper";
import { PrintCell, PrintedValue } from "./print-cell";
import { PrintedRecord } from "./printed-record";
import type { Sheet } from "./read-sheet";
import type { GroupLine, SheetLine } from "./sheet-lines";

interface PrintedSheetProps {
  readonly sheet: Sheet;
  readonly orientation: Orientation;
  /** The name of the database; left out for visitors, who do not know it. */
  readonly databaseName: string | undefined;
  readonly sheetRef: RefObject<HTMLElement | null>;
}

/** The pages of a view or record. They are hidden on the screen, and replace everything else on paper (`app/globals.css`). */
export const PrintedSheet = memo(function PrintedSheet(props: PrintedSheetProps) {
  const { sheet, orientation, databaseName, sheetRef } = props;
  const { table, view, listing, record, columns, total, printed, readAt } = sheet;
  const sets = useMemo(
    () =>
      columnSets(
        columns.map(({ column }) => column),
        orientation,
      ),
    [columns, orientation],
  );
  const gridTable = useMemo(() => ({ databaseId: listing.databaseId, table }), [listing.databaseId, table]);
  // Visitors of a shared link know the table by the name of the view alone.
  const names = listing.link ? [view.name] : record ? [table.name] : [table.name, view.name];
  const facts = [
    ...(databaseName === undefined ? [] : [databaseName]),
    ...(record ? names : []),
    ...(record || listing.search === "" ? [] : [`Search: ${listing.search}`]),
    ...(record ? [] : [counted(printed, "record")]),
    printTime.format(readAt),
  ];
  return createPortal(
    <article ref={sheetRef} data-print-sheet={orientation}>
      <h1 dir="auto" className="font-semibold text-base">
        {record?.name ?? names.join(" – ")}
      </h1>
      <p className="mb-3 text-muted text-xs">{facts.join(" · ")}</p>
      <GridTableProvider value={gridTable}>
        <RowLinesProvider value={Number.POSITIVE_INFINITY}>
          {record ? (
            <PrintedRecord sheet={sheet} />
          ) : (
            sets.map((set, index) => (
              <SheetTable key={set.columns.at(-1)?.index} sheet={sheet} set={set} isFirst={index === 0} />
            ))
          )}
        </RowLinesProvider>
      </GridTableProvider>
      {printed < total && (
        <p className="mt-3 font-medium">
          {`Only the first ${printed.toLocaleString("en")} of ${counted(total, "record")} are printed.`}
        </p>
      )}
    </article>,
    document.body,
  );
});

const printTime = dateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });

interface SheetTableProps {
  readonly sheet: Sheet;
  readonly set: ColumnSet;
  readonly isFirst: boolean;
}

/** The number of lines that React draws at once; it can pause between them. */
const chunkSize = 200;

function SheetTable({ sheet, set, isFirst }: SheetTableProps) {
  const { columns: all, lines, names } = sheet;
  const columns = useMemo(() => set.columns.flatMap(({ index }) => all[index] ?? []), [set, all]);
  const colorsOf = useMemo(() => recordColors(sheet), [sheet]);
  const chunks = useMemo(() => chunksOf(lines), [lines]);
  const width = set.columns.reduce((sum, column) => sum + column.width, 0);
  const fields = `Fields ${set.columns.map(({ field }) => field.name).join(", ")}`;
  return (
    <table
      aria-label={fields}
      className={`table-fixed border-collapse [&_.truncate]:whitespace-normal ${isFirst ? "" : "break-before-page"}`}
      style={{ zoom: set.scale, width: `${set.share * 100}%` }}
    >
      <colgroup>
        {set.columns.map((column) => (
          <col key={column.field.id} style={{ width: `${(column.width / width) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ column: { field, fieldType } }) => (
            <th
              key={field.id}
              scope="col"
              dir="auto"
              className={`border-border-strong border-b px-1.5 py-0.5 align-bottom font-medium text-muted [overflow-wrap:anywhere] ${alignments[fieldType.look.align]}`}
            >
              {field.name}
            </th>
          ))}
        </tr>
      </thead>
      {chunks.map((chunk) => (
        <Lines key={chunk.first} lines={chunk.lines} columns={columns} names={names} colorsOf={colorsOf} />
      ))}
    </table>
  );
}

interface LinesProps {
  readonly lines: readonly SheetLine[];
  readonly columns: readonly SourcedColumn[];
  readonly names: NamesByTable;
  readonly colorsOf: (record: Record) => RecordColors | undefined;
}

const Lines = memo(function Lines({ lines, columns, names, colorsOf }: LinesProps) {
  return (
    <tbody>
      {lines.map((line) =>
        line.is === "group" ? (
          <GroupHeading
            key={`${line.level} ${line.text ?? JSON.stringify(line.value)}`}
            group={line}
            names={names}
            span={columns.length}
          />
        ) : (
          <RecordRow
            key={line.record.id}
            record={line.record}
            columns={columns}
            names={names}
            colors={colorsOf(line.record)}
          />
        ),
      )}
    </tbody>
  );
});

interface GroupHeadingProps {
  readonly group: GroupLine;
  readonly names: NamesByTable;
  readonly span: number;
}

function GroupHeading({ group: { field, value, text, level, count }, names, span }: GroupHeadingProps) {
  const column = columnOf(field, { index: 0, width: 300, isLocked: true });
  return (
    <tr className="break-inside-avoid break-after-avoid">
      <th
        scope="rowgroup"
        colSpan={span}
        className={`border-border border-b px-1.5 py-0.5 text-start font-medium ${tints[level] ?? ""}`}
        style={{ paddingInlineStart: 6 + level * 16 }}
      >
        <span className="flex items-center gap-2">
          <span dir="auto" className="font-normal text-muted">
            {field.name}
          </span>
          {text ??
            (isBlank(value) ? (
              <span className="text-muted">{emptyGroupName}</span>
            ) : (
              <PrintCell column={column} source={column} value={value} names={names} />
            ))}
          {count !== undefined && (
            <span className="font-normal text-muted tabular-nums">{count.toLocaleString("en")}</span>
          )}
        </span>
      </th>
    </tr>
  );
}

const tints = ["bg-group-1", "bg-group-2", "bg-group-3"];

interface RecordRowProps {
  readonly record: Record;
  readonly columns: readonly SourcedColumn[];
  readonly names: NamesByTable;
  readonly colors: RecordColors | undefined;
}

function RecordRow({ record, columns, names, colors }: RecordRowProps) {
  const color = colors?.row;
  return (
    <tr
      className={`break-inside-avoid ${color === undefined ? "" : "bg-(--row-tint)"}`}
      style={color === undefined ? undefined : rowColorStyle(color)}
    >
      {columns.map(({ column, source }, index) => {
        const { id } = column.field;
        const ownColor = colors?.cells.get(id);
        return (
          <td
            key={id}
            dir="auto"
            style={ownColor === undefined ? undefined : { backgroundColor: cellTint(ownColor) }}
            className={`whitespace-pre-wrap border-border border-b px-1.5 py-0.5 align-top [overflow-wrap:anywhere] ${alignments[column.fieldType.look.align]} ${column.isPrimary ? "font-medium" : ""} ${index === 0 && color !== undefined ? "border-s-4 border-s-(--row-color)" : ""}`}
          >
            <PrintedValue column={column} source={source} record={record} names={names} />
          </td>
        );
      })}
    </tr>
  );
}

const alignments = {
  start: "text-start",
  end: "text-end tabular-nums",
  center: "text-center [&>span]:inline-flex",
};

/** The colours of records by the settings of the view. */
function recordColors({ table, view: { config } }: Sheet): LinesProps["colorsOf"] {
  const rowColor = rowColorOf(config);
  if (!rowColor) return () => undefined;
  const colorsOf = colorsBy(rowColor, table.fields);
  return (record) => colorsOf(record, undefined);
}

function chunksOf(lines: readonly SheetLine[]) {
  return Array.from({ length: Math.ceil(lines.length / chunkSize) }, (_, index) => {
    const first = index * chunkSize;
    return { first, lines: lines.slice(first, first + chunkSize) };
  });
}
