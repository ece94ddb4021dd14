// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are virtualized and positioned absolutely, which a <table> does not allow
import { memo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { computedNoteId } from "@/components/cells/computed-notes";
import { editorOf, isReadOnly } from "@/components/cells/editors";
import type { EditorActions } from "@/components/cells/editors/editor";
import { leaveOnBlur } from "@/components/cells/editors/leave-on-blur";
import { failedText } from "@/components/cells/failed-text";
import { CellValue } from "@/components/cells/views";
import { clampLook } from "@/components/cells/views/look";
import { shortened, textOf } from "@/components/cells/views/text-of";
import type { Failure } from "@/components/edits/edits";
import { failureId } from "@/components/edits/failure-notes";
import { cellTint } from "@/components/fields/option-style";
import { errorWords } from "@/components/formulas/error-words";
import type { ErrorCode } from "@/lib/formulas";

interface GridCellProps {
  readonly column: GridColumn;
  /** Undefined until the record is loaded. */
  readonly recordId: string | undefined;
  readonly value: unknown;
  /** The error that a computed cell has instead of a value. */
  readonly error: ErrorCode | undefined;
  readonly failure: Failure | undefined;
  readonly isTabStop: boolean;
  /** True if it has the focus and receives typed text. */
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** The part of the selection's outline along this cell. */
  readonly outline: string | undefined;
  /** True if it shows the fill handle. */
  readonly hasHandle: boolean;
  /** Undefined if it has that of its row. */
  readonly color: string | undefined;
  readonly isCut: boolean;
  /** Pixels between the previous cell and this one. */
  readonly gap: number;
  /** True while scrolling is too fast to read. */
  readonly isPassing: boolean;
  /** The draft in the open editor; null if none is open. */
  readonly draft: string | null;
  readonly actions: EditorActions;
}

/**
 * One cell. The focused cell accepts text (`contentEditable`) without ever showing it: typing starts an edit, and so
 * does an input method, which cannot compose outside an editable element. See `use-typing.ts`.
 */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const {
    column,
    recordId,
    value,
    error,
    failure,
    isTabStop,
    isActive,
    isSelected,
    hasHandle,
    isCut,
    color,
  } = props;
  const { gap, isPassing, draft, actions } = props;
  const { Editor } = editorOf(column);
  const takesText = isActive && Editor !== undefined && !column.isLocked && draft === null;
  const words = error && errorWords[error];
  const failed = failedText(column, failure);
  const inPlace = words?.shown ?? (failed === undefined ? undefined : shortened(failed, column));
  const look = `${alignments[column.fieldType.look.align]} ${isCut ? "opacity-40" : ""} ${takesText ? hostedLook : ""} ${inPlace === undefined ? "" : "text-danger"}`;
  const text = inPlace ?? (recordId === undefined ? undefined : textOf(column, value, { isPassing }));
  // The content of an editable element must be excluded explicitly.
  const isHost = takesText ? false : undefined;
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      aria-selected={isSelected}
      aria-readonly={isReadOnly(column)}
      aria-invalid={failure ? true : undefined}
      aria-describedby={
        failure && recordId ? failureId(recordId, column.field.id) : computedNoteId(column, error)
      }
      title={failure?.reason ?? words?.reason}
      data-column={column.index}
      data-active={isActive || undefined}
      tabIndex={isTabStop ? 0 : -1}
      contentEditable={takesText || undefined}
      suppressContentEditableWarning
      spellCheck={takesText ? false : undefined}
      inputMode={takesText ? "none" : undefined}
      className={`${cellLook} ${lineLook} ${column.isPrimary ? "font-medium" : ""} ${groundOf(props)} ${isTabStop || hasHandle || failure || draft !== null ? "relative" : ""}`}
      data-cell-color={color}
      style={{
        width: column.width,
        marginInlineStart: gap || undefined,
        boxShadow: ringOf(props),
        backgroundColor: color === undefined || isActive || isSelected ? undefined : cellTint(color),
      }}
    >
      {text === undefined ? (
        <div contentEditable={isHost} className={`${valueLook} ${look}`}>
          {recordId === undefined ? <Placeholder /> : <CellValue column={column} value={value} />}
        </div>
      ) : (
        <div contentEditable={isHost} dir="auto" className={`${textLook} ${look}`}>
          {text}
        </div>
      )}
      {Editor && draft !== null && recordId !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of its input
        <div data-editor className="contents" onBlur={(event) => leaveOnBlur(event, actions)}>
          <Editor column={column} recordId={recordId} draft={draft} actions={actions} />
        </div>
      )}
      {failure && <span aria-hidden contentEditable={false} className={failureLook} />}
      {hasHandle && <span data-handle aria-hidden contentEditable={false} className={handleLook} />}
    </div>
  );
});

const cellLook =
  "group h-full shrink-0 whitespace-nowrap border-border border-e caret-transparent outline-none data-composing:caret-auto [&[data-composing]>div]:invisible";

/** The position of a row's first line of text: centred, or at the top of tall rows. */
export const lineLook = "content-center leading-5 in-data-tall:content-start in-data-tall:pt-1.5";

const valueLook =
  "flex h-full items-center overflow-clip px-2 select-none in-data-tall:h-auto in-data-tall:max-h-full in-data-tall:min-h-5";

const textLook = `px-2 select-none ${clampLook}`;

/** In an editable element the caret takes a line, so the value is positioned absolutely. */
const hostedLook =
  "absolute inset-x-0 top-1/2 -translate-y-1/2 in-data-tall:top-1.5 in-data-tall:translate-y-0";

/** A folded corner. It marks the failed edit, whose text is shown if there is one. */
const failureLook =
  "pointer-events-none absolute end-0 top-0 z-10 border-s-8 border-t-8 border-s-transparent border-t-danger";

const handleLook =
  "absolute end-0 bottom-0 z-10 size-2 cursor-crosshair border-surface border-s border-t bg-focus";

/**
 * Selected cells are tinted, except the active one, which shows where typing goes. Computed cells are slightly darker
 * than those that can be edited, which have the colour of their row.
 */
function groundOf({ isSelected, isActive, column }: GridCellProps): string {
  if (isActive) return "bg-surface";
  if (isSelected) return "bg-accent-soft";
  return column.fieldType.isComputed ? "bg-hover/60" : "";
}

function ringOf({ isActive, outline }: GridCellProps): string | undefined {
  return isActive ? "inset 0 0 0 2px var(--focus)" : outline;
}

const alignments = {
  start: "justify-start text-start",
  end: "justify-end text-end tabular-nums",
  center: "justify-center text-center",
};

function Placeholder() {
  return <span aria-hidden className="h-2 w-2/3 rounded-full bg-border opacity-60" />;
}
