import { useId, useRef } from "react";
import { type OpenConflict, openConflicts } from "@/components/edits/edits";
import { useEdits } from "@/components/edits/use-edits";
import { nameOf, unnamed } from "@/components/listing/record-names";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { ConflictChoice } from "./conflict-choice";

/** All unresolved conflicts of the table, including those of records outside the view. */
export function ConflictList() {
  const { databaseId, table } = useOpenTable();
  const { edits } = useEdits({ databaseId, tableId: table.id });
  const list = useRef<HTMLUListElement>(null);
  const conflicts = openConflicts(edits);
  if (conflicts.length === 0) return null;

  /** Focuses "Keep theirs" of the next conflict, else the grid's active cell or the first card. */
  function moveFocus(decided: Element | null): void {
    const next = [...(list.current?.children ?? [])].find((each) => each !== decided);
    const keepTheirs = [...(next?.querySelectorAll("button") ?? [])].at(-1);
    const target = keepTheirs ?? document.querySelector<HTMLElement>(activeCellOrCard);
    target?.focus({ preventScroll: true });
  }
  return (
    <section aria-label="Conflicts" className="shrink-0 border-border border-b bg-danger-soft">
      <ul ref={list} className="max-h-40 divide-y divide-border overflow-y-auto">
        {conflicts.map((conflict) => (
          <ConflictItem
            key={`${conflict.mine.recordId} ${conflict.mine.fieldId}`}
            conflict={conflict}
            onDecided={moveFocus}
          />
        ))}
      </ul>
    </section>
  );
}

const activeCellOrCard = '[role$="grid"] [role="gridcell"][tabindex="0"], [data-card]';

interface ConflictItemProps {
  readonly conflict: OpenConflict;
  readonly onDecided: (item: Element | null) => void;
}

function ConflictItem({ conflict, onDecided }: ConflictItemProps) {
  const { table } = useOpenTable();
  const { mine, record, reason } = conflict;
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const field = table.fields.find((each) => each.id === mine.fieldId);
  return (
    <li ref={item} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2 text-dense">
      <div id={id} role="alert" className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <button
          type="button"
          dir="auto"
          title="Open the record"
          className="font-medium underline decoration-border-strong underline-offset-2 hover:decoration-current"
          onClick={() => openRecord(mine.recordId)}
        >
          {nameOf(record, table) || unnamed}
        </button>
        {field && (
          <>
            {" · "}
            <bdi>{field.name}</bdi>
          </>
        )}
        {": "}
        <span className="text-danger">{reason}</span>
      </div>
      <ConflictChoice conflict={conflict} describedBy={id} onDecided={() => onDecided(item.current)} />
    </li>
  );
}
