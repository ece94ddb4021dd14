import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { newValues } from "@/components/open-table/new-values";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { withRequiredValues } from "@/components/open-table/required-values";
import type { TableServices } from "@/components/open-table/use-table-services";
import { writableFields } from "@/components/open-table/writable-fields";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import { withdrawOffer } from "@/components/tasks/messages";
import { write } from "@/components/tasks/write";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control";
import type { Record } from "@/lib/contract/records";
import { fieldTypeOf, typingOf } from "@/lib/field-types";

interface NewCardProps {
  /** The accessible name of the input. */
  readonly label: string;
  readonly services: TableServices;
  /** The values by which the view places the record. */
  readonly groups: Parameters<typeof newValues>[0]["groups"];
  /** Called once the view shows the record. */
  readonly onAdded: (record: Record) => void;
  readonly onClose: () => void;
}

/**
 * Takes the name of a new record, and then of the next one. A record whose name cannot be typed is added at once and
 * opened.
 */
export function NewCard({ label, services, groups, onAdded, onClose }: NewCardProps) {
  const { table, view } = useOpenTable();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isAdding = useRef(false);
  const title = table.fields.find(({ id }) => id === table.primaryFieldId);
  const type = title && fieldTypeOf(title);
  const isTyped = type !== undefined && !type.isComputed && !services.lockedFieldIds.has(title?.id ?? "");
  useAskBeforeLeaving(text !== "");

  useEffect(() => {
    if (isTyped) return input.current?.focus();
    void add({}, true);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  }, [isTyped, add]);

  async function add(name: { [fieldId: string]: unknown }, opensIt: boolean): Promise<void> {
    if (isAdding.current) return;
    isAdding.current = true;
    const { databaseId, tableId } = services.listing;
    const fields = writableFields(table, services.lockedFieldIds);
    const preset = newValues({ fields, filter: view.config.filter, groups });
    const values = { ...preset, ...name };
    const record = await withRequiredValues({ databaseId, tableId, fields, values });
    if (record === null) {
      isAdding.current = false;
      return;
    }
    await services.tasks.run("Adding a record", async (run) => {
      withdrawOffer();
      const added = await write(
        "POST /bases/{databaseId}/tables/{tableId}/records",
        { params: { databaseId, tableId }, body: { record } },
        run,
      );
      setText("");
      await services.reloadRows();
      onAdded(added);
      if (opensIt) openRecord(added.id);
      if (!isTyped) onClose();
    });
    isAdding.current = false;
  }

  function submit(opensIt: boolean): void {
    if (text.trim() === "") onClose();
    if (text.trim() === "" || !title || !type) return;
    const value = typingOf(type).fromText(text, title.template);
    if (value === undefined) {
      setProblem(`“${title.name}” can't be “${text}”.`);
      return;
    }
    setProblem(null);
    void add({ [title.id]: value }, opensIt);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isOfComposition(event.nativeEvent)) return;
    if (event.key === "Enter") submit(event.shiftKey);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (!isTyped) return null;
  return (
    <div className="flex shrink-0 flex-col gap-1.5 p-2">
      <input
        ref={input}
        aria-label={label}
        placeholder={title?.name}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => text.trim() === "" && onClose()}
        className={controlLook}
      />
      {problem !== null && (
        <p id={problemId} role="alert" className="text-danger text-xs">
          {problem}
        </p>
      )}
      {text.trim() !== "" && (
        <div className="flex gap-1.5">
          <Button look="primary" onClick={() => submit(false)}>
            Add
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  );
}
