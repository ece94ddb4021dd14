import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { nameOfActor, ways } from "@/components/edits/made-by";
import { isBlank } from "@/components/listing/is-blank";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePersonId } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { HistoryEntry } from "@/lib/contract/changes";
import type { Record } from "@/lib/contract/records";
import { dateTimeFormat } from "@/lib/field-types/intl";
import { recordColumns } from "./columns";
import { FieldValue } from "./field-value";
import { historyQuery } from "./record-queries";

/** The changes of a record, newest first: author, time, and each field's values before and after. */
export function RecordHistory({ record }: { record: Record }) {
  const { databaseId, table } = useOpenTable();
  const place = { databaseId, tableId: table.id, recordId: record.id };
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...historyQuery(place, record.updatedAt),
    placeholderData: keepPreviousData,
  });
  const columns = useColumnsById();
  const entries = data?.pages.flatMap(({ history }) => history) ?? [];
  const more = entries.length === 0 ? refetch : fetchNextPage;
  return (
    <div aria-busy={isFetching} className="flex flex-col gap-3 p-4">
      <ol aria-label="History" className="flex flex-col empty:hidden">
        {entries.map((entry) => (
          <HistoryItem key={`${entry.changeSetId} ${entry.at}`} entry={entry} columns={columns} />
        ))}
      </ol>
      {isPending && <p className="text-muted">Loading…</p>}
      {data && entries.length === 0 && <p className="text-muted">No changes yet.</p>}
      {error && <Notice>The history could not be loaded. {error.message}</Notice>}
      {(hasNextPage || error) && (
        <Button
          className="self-start"
          aria-disabled={isFetching}
          onClick={() => {
            if (!isFetching) void more();
          }}
        >
          {error ? "Try again" : "Show earlier"}
        </Button>
      )}
    </div>
  );
}

type ColumnsById = ReadonlyMap<string, GridColumn>;

function useColumnsById(): ColumnsById {
  const { table, view } = useOpenTable();
  return useMemo(() => {
    const { shown, hidden } = recordColumns(table, view.config, { isLocked: () => true });
    return new Map([...shown, ...hidden].map((column) => [column.field.id, column]));
  }, [table, view.config]);
}

function HistoryItem({ entry, columns }: { entry: HistoryEntry; columns: ColumnsById }) {
  const { at, changes } = entry;
  const personId = usePersonId();
  return (
    <li className="flex min-w-0 flex-col gap-2 border-border border-b py-3 first:pt-0 last:border-b-0">
      <p className="text-muted text-xs">
        <span dir="auto" className="break-words font-medium text-text">
          {nameOfActor(entry.actor, personId)}
        </span>
        {[...(ways[entry.source] === "" ? [] : [ways[entry.source]]), ""]
          .map((part) => ` · ${part}`)
          .join("")}
        <time dateTime={at} title={momentText(at, "full")}>
          {momentText(at, "medium")}
        </time>
      </p>
      <dl className="flex flex-col gap-2">
        {changes.map(({ fieldId, before, after }) => {
          const column = columns.get(fieldId);
          return (
            column && (
              <div key={fieldId} className="min-w-0">
                <dt dir="auto" className="text-muted text-xs">
                  {column.field.name}
                </dt>
                <dd className="flex min-w-0 flex-col gap-0.5 pt-0.5">
                  {!isBlank(before) && <Side of="before" column={column} value={before} />}
                  <Side of="after" column={column} value={after} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </li>
  );
}

interface SideProps {
  of: keyof typeof sides;
  column: GridColumn;
  value: unknown;
}

/** A field's value before or after a change. */
function Side({ of, column, value }: SideProps) {
  const { sign, words, look } = sides[of];
  return (
    <div className={`flex min-w-0 gap-2 rounded px-2 py-0.5 ${look}`}>
      <span aria-hidden className="shrink-0 text-muted">
        {sign}
      </span>
      <span className="sr-only">{words}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1 tabular-nums">
        {isBlank(value) ? (
          <span className="text-muted">Empty</span>
        ) : (
          <FieldValue column={column} value={value} />
        )}
      </div>
    </div>
  );
}

const sides = {
  before: { sign: "−", words: "Before:", look: "bg-background" },
  after: { sign: "+", words: "After:", look: "bg-accent-soft" },
};

function momentText(moment: string, dateStyle: "full" | "medium"): string {
  return dateTimeFormat(undefined, {
    dateStyle,
    timeStyle: dateStyle === "full" ? "medium" : "short",
  }).format(new Date(moment));
}
