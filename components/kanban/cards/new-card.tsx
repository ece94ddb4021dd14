import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { newValues } from "@/components/open-table/new-values";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { writableFields } from "@/components/open-table/writable-fields";
import { rowOfRecord } from "@/components/record-card/rows/segments";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import { withdrawOffer } from "@/components/tasks/messages";
import { write } from "@/components/tasks/write";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control";
import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf, typingOf } from "@/lib/field-types";
import type { BoardState, ShownStack } from "../board-state";
import { valueOfStack } from "../stacks/stack-values";

interface NewCardProps {
  readonly field: Field;
  readonly stack: ShownStack;
  readonly state: () => BoardState;
  readonly onClose: () => void;
}

/**
 * Takes the name of a new record in a stack, and then of the next one. A record whose name cannot be typed is added at
 * once and opened.
 */
export function NewCard({ field, stack, state, onClose }: NewCardProps) {
  const { table, view } = useOpenTable();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const isAdding = useRef(false);
  const title = table.fields.find(({ id }) => id === table.primaryFieldId);
  const type = title && fieldTypeOf(title);
  const isTyped =
    type !== undefined && !type.isComputed && !state().services.lockedFieldIds.has(title?.id ?? "");
  useAskBeforeLeaving(text !== "");

  useEffect(() => {
    if (isTyped) return input.current?.focus();
    void add({}, true);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  }, [isTyped, add]);

  async function add(name: { [fieldId: string]: unknown }, opensIt: boolean): Promise<void> {
    if (isAdding.current) return;
    isAdding.current = true;
    const { services } = state();
    const { databaseId, tableId } = services.listing;
    const preset = newValues({
      fields: writableFields(table, services.lockedFieldIds),
      filter: view.config.filter,
      groups: [{ field, value: valueOfStack(field, stack.key) }],
    });
    await services.tasks.run("Adding a record", async (run) => {
      withdrawOffer();
      const record = await write(
        "POST /bases/{databaseId}/tables/{tableId}/records",
        { params: { databaseId, tableId }, body: { record: { ...preset, ...name } } },
        run,
      );
      setText("");
      await services.reloadRows();
      const board = state();
      const row = rowOfRecord(board.rows.get(stack.id) ?? [], record.id);
      const shown = board.nameOf(record);
      board.announce(row === undefined ? `Added ${shown}` : `Added ${shown} to ${stack.name}`);
      if (opensIt) openRecord(record.id);
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
        aria-label={`Name of the new record in ${stack.name}`}
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
