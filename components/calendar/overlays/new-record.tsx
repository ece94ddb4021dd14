import { type FormEvent, useEffect, useRef, useState } from "react";
import { newValues } from "@/components/open-table/new-values";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { withRequiredValues } from "@/components/open-table/required-values";
import { writableFields } from "@/components/open-table/writable-fields";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import { withdrawOffer } from "@/components/tasks/messages";
import { write } from "@/components/tasks/write";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { fieldTypeOf, typingOf } from "@/lib/field-types";
import type { CalendarState } from "../calendar-state";
import { nameIn } from "../commands/move-record";
import { announcements, spanText } from "../moves/announcements";
import { type Period, valuesOfPeriod } from "../spans/shift";
import { spanOf } from "../spans/span";

interface NewRecordProps {
  readonly period: Period;
  readonly state: () => CalendarState;
  /** The days in words. */
  readonly when: string;
  readonly anchor: () => Element | null;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Asks for the name of a new record. A record whose name cannot be typed is added at once and opened. */
export function NewRecord({ period, state, when, anchor, onClose, finalFocus }: NewRecordProps) {
  const { table, view } = useOpenTable();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const isAdding = useRef(false);
  const title = table.fields.find(({ id }) => id === table.primaryFieldId);
  const type = title && fieldTypeOf(title);
  const isDate = title?.id === state().dates.start.id;
  const isTyped =
    type !== undefined &&
    !type.isComputed &&
    !isDate &&
    !state().services.lockedFieldIds.has(title?.id ?? "");
  useAskBeforeLeaving(text !== "");

  useEffect(() => {
    if (!isTyped) void add({}, true);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  }, [isTyped, add]);

  async function add(name: { [fieldId: string]: unknown }, opensIt: boolean): Promise<void> {
    if (isAdding.current) return;
    isAdding.current = true;
    onClose();
    const { services, dates, writableIds } = state();
    const { databaseId, tableId } = services.listing;
    const fields = writableFields(table, services.lockedFieldIds);
    const preset = newValues({ fields, filter: view.config.filter, groups: [] });
    const hasEnd = dates.end !== null && writableIds.has(dates.end.id);
    const placed = writableIds.has(dates.start.id) ? valuesOfPeriod(period, dates, hasEnd) : {};
    const values = { ...preset, ...placed, ...name };
    const given = await withRequiredValues({ databaseId, tableId, fields, values });
    if (given === null) return;
    await services.tasks.run("Adding a record", async (run) => {
      withdrawOffer();
      const record = await write(
        "POST /bases/{databaseId}/tables/{tableId}/records",
        { params: { databaseId, tableId }, body: { record: given } },
        run,
      );
      await services.reloadRows();
      const calendar = state();
      const span = spanOf(record, dates);
      if (span) {
        calendar.focusOn({ day: span.first, on: "record", recordId: record.id });
        calendar.announce(announcements.added(nameIn(record, calendar), spanText(span, dates)));
      }
      if (opensIt) openRecord(record.id);
    });
  }

  function submit(opensIt: boolean): void {
    if (!title || !type) return;
    const value = text.trim() === "" ? null : typingOf(type).fromText(text, title.template);
    if (value === undefined) setProblem(`“${title.name}” can't be “${text}”.`);
    else void add(value === null ? {} : { [title.id]: value }, opensIt);
  }

  if (!isTyped) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={when}
      anchor={anchor}
      holdsInput={text !== ""}
      finalFocus={finalFocus}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(false);
        }}
        className="flex flex-col gap-3 p-4"
      >
        <TextField label={title?.name ?? "Name"} value={text} onChange={setText} error={problem} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={() => submit(true)}>
            Add and open
          </Button>
          <Button look="primary" type="submit">
            Add record
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
