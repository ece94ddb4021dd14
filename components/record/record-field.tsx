import { Info, Pencil } from "lucide-react";
import { type KeyboardEvent, memo, useId, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { GridColumn } from "@/components/cells/columns";
import { editorOf, isReadOnly } from "@/components/cells/editors";
import { leaveOnBlur } from "@/components/cells/editors/leave-on-blur";
import { failedText } from "@/components/cells/failed-text";
import { ErrorValue } from "@/components/cells/views/error-value";
import { chordOf } from "@/components/commands/chords";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { editingKeys } from "@/components/commands/keys";
import { ConflictChoice } from "@/components/conflicts/conflict-choice";
import type { Failure } from "@/components/edits/edits";
import { constraintWords, RequiredMark } from "@/components/fields/constraint-words";
import { useFieldActions } from "@/components/fields/field-actions";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { isBlank } from "@/components/listing/is-blank";
import { useMay } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { isDerived } from "@/lib/field-types";
import type { ErrorCode } from "@/lib/formulas";
import { FieldValue } from "./field-value";
import type { RecordControls } from "./use-record-editor";

interface RecordFieldProps {
  readonly column: GridColumn;
  readonly value: unknown;
  /** The error that a computed field has instead of a value. */
  readonly error: ErrorCode | undefined;
  readonly failure: Failure | undefined;
  readonly recordId: string;
  /** The draft in the open editor; null if none is open. */
  readonly draft: string | null;
  readonly controls: RecordControls;
}

/** A field with its name and value. A click, Enter or typing edits it. */
export const RecordField = memo(function RecordField(props: RecordFieldProps) {
  const { column, recordId, value, failure, draft, controls } = props;
  const id = useId();
  const { field } = column;
  const { Editor, toggled } = editorOf(column);
  const { actions } = controls;
  const { begin } = useFieldActions();
  const mayExplain = useMay("read");
  const failureId = failure && `${id}-failure`;
  const constraints = constraintWords(field);
  const notes = [...constraints, ...(field.description === undefined ? [] : [field.description])];
  // The links leave no room for a click to edit, so a pencil gets some.
  const isFullOfLinks = column.fieldType.look.cell === "records" && !isBlank(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for several controls
    <div
      role="group"
      aria-labelledby={`${id}-name`}
      aria-describedby={notes.length === 0 ? undefined : `${id}-notes`}
      className="flex min-w-0 flex-col gap-1"
    >
      <div id={`${id}-name`} className="flex min-w-0 items-center gap-1.5 text-muted text-xs">
        <FieldTypeIcon type={field.type} />
        <span dir="auto" className="min-w-0 break-words">
          {field.name}
        </span>
        {field.isRequired && <RequiredMark />}
        {mayExplain && isDerived(field) && (
          <IconButton
            icon={Info}
            label={`How ${field.name} is computed`}
            onClick={() => begin({ what: "explain", field })}
            className="-my-1 size-6!"
          />
        )}
      </div>
      {notes.length > 0 && (
        <div id={`${id}-notes`} className="text-muted text-xs">
          {constraints.length > 0 && <p className="sr-only">{constraints.join(". ")}</p>}
          {field.description !== undefined && (
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {field.description}
            </p>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: file drops have no keyboard equivalent */}
      <div
        data-editor-host
        data-active
        // The editor accepts the drop.
        onDragEnter={(event) => {
          const isOfFiles = event.dataTransfer.types.includes("Files");
          if (isOfFiles && column.fieldType.storage === "files" && !isReadOnly(column) && draft === null)
            controls.begin(column);
        }}
        className={`group relative min-h-[34px] rounded-md ${groundOf(column, failure)}`}
      >
        {!isReadOnly(column) && (
          <FieldButton {...{ column, value, controls, failureId }} isOpen={draft !== null} />
        )}
        {/* The checkbox role already announces the value. */}
        <div
          aria-hidden={toggled ? true : undefined}
          className={`${valueLook} ${isFullOfLinks ? "pe-9" : ""}`}
        >
          <Shown {...props} />
        </div>
        {isFullOfLinks && (
          <Pencil
            aria-hidden
            className="pointer-events-none absolute end-2.5 top-2 size-3.5 text-muted"
            strokeWidth={1.75}
          />
        )}
        {Editor && draft !== null && (
          // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of its input
          <div
            data-editor
            onBlur={(event) => leaveOnBlur(event, actions)}
            onKeyDown={(event) => onEditorKey(event, controls)}
          >
            <Editor column={column} recordId={recordId} draft={draft} actions={actions} />
          </div>
        )}
      </div>
      {failure && (
        // On a phone the panel covers the notice about conflicts, so the reason is announced here.
        <p id={failureId} role={failure.conflict && "alert"} className="break-words text-danger text-xs">
          {failure.reason}
        </p>
      )}
      {failure?.conflict && <ConflictChoice conflict={failure.conflict} describedBy={failureId} />}
    </div>
  );
});

/** The value, or what stands in its place: an error, or the text that could not be saved. */
function Shown({ column, value, error, failure }: RecordFieldProps) {
  if (error) return <ErrorValue code={error} />;
  const failed = failedText(column, failure);
  if (failed === undefined) return <FieldValue column={column} value={value} />;
  return (
    <span dir="auto" className="min-w-0 whitespace-pre-wrap break-words text-danger">
      {failed}
    </span>
  );
}

/** An open input is one line high, so a longer value is hidden. */
const valueLook =
  "[:has(>[data-editor]>input)>&]:hidden pointer-events-none relative flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1.5 leading-5 tabular-nums [&_a]:pointer-events-auto [&_img]:size-16!";

function groundOf(column: GridColumn, failure: Failure | undefined): string {
  if (failure) return "border border-danger bg-surface";
  return isReadOnly(column) ? "border border-transparent" : "border border-border bg-surface";
}

interface FieldButtonProps extends Pick<RecordFieldProps, "column" | "value" | "controls"> {
  readonly failureId: string | undefined;
  readonly isOpen: boolean;
}

/**
 * The focusable part of a field without an open editor. It is below the value, so that links in the value can be
 * clicked.
 */
function FieldButton({ column, value, controls, failureId, isOpen }: FieldButtonProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const { field } = column;
  const isBox = editorOf(column).toggled !== undefined;
  const { takeFocus } = controls;
  useLayoutEffect(() => {
    if (!isOpen && takeFocus()) ref.current?.focus();
  }, [isOpen, takeFocus]);

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, nativeEvent } = event;
    if (isOfComposition(nativeEvent) || ctrlKey || metaKey || altKey) return;
    if (key === "F2") controls.begin(column);
    else if (key === "Delete" || key === "Backspace") controls.clear(column);
    else if (key.length === 1 && key !== " ") controls.startTyping(column, key);
    else return;
    event.preventDefault();
  }

  return (
    <button
      ref={ref}
      type="button"
      {...(isBox
        ? { role: "checkbox", "aria-checked": value === true, "aria-label": field.name }
        : { "aria-label": `Edit ${field.name}` })}
      aria-invalid={failureId ? true : undefined}
      aria-describedby={failureId}
      tabIndex={isOpen ? -1 : undefined}
      className="absolute inset-0 w-full rounded-md hover:bg-hover"
      onClick={() => controls.begin(column)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Handles keys that the editor did not. */
function onEditorKey(event: KeyboardEvent, { cancel, actions }: RecordControls): void {
  if (event.defaultPrevented || isOfComposition(event.nativeEvent)) return;
  const command = editingKeys[chordOf(event)];
  if (!command) return;
  // Synchronous, so that Tab moves on from the field's button, which gets the focus here.
  flushSync(command.do === "escape" ? cancel : actions.commit);
  if (event.key !== "Tab") event.preventDefault();
}
