// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are drawn in part and placed freely, which a <table> cannot be
import { type CSSProperties, type FocusEvent, memo } from "react";
import { CellValue } from "./cells";
import type { GridColumn } from "./columns";
import { editorOf, isReadOnly } from "./editors";
import type { EditorActions } from "./editors/editor";
import type { Failure } from "./edits";
import { failureId } from "./failure-notes";
import { numberWidth } from "./geometry";

interface GridCellProps {
  readonly column: GridColumn;
  /** Undefined until its record is there. */
  readonly recordId: string | undefined;
  readonly value: unknown;
  readonly failure: Failure | undefined;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  readonly isFrozen: boolean;
  /** What its open editor holds; null while none is open. */
  readonly draft: string | null;
  readonly actions: EditorActions;
}

/**
 * One cell. The cell that has the focus takes text (`contentEditable`) without ever showing it: typing and,
 * what could not begin anywhere else, composing with an input method start an edit. See `use-typing.ts`.
 */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { column, recordId, value, failure, isTabStop, isSelected, isFrozen, draft, actions } = props;
  const { Editor } = editorOf(column);
  const takesText = isTabStop && isSelected && Editor !== undefined && draft === null;
  return (
    <div
      role="gridcell"
      aria-colindex={column.index + 2}
      aria-selected={isSelected}
      aria-readonly={isReadOnly(column)}
      aria-invalid={failure ? true : undefined}
      aria-describedby={failure && recordId ? failureId(recordId, column.field.id) : undefined}
      title={failure?.reason}
      data-column={column.index}
      tabIndex={isTabStop ? 0 : -1}
      contentEditable={takesText}
      suppressContentEditableWarning
      spellCheck={false}
      inputMode={takesText ? "none" : undefined}
      className={`${cellLook} ${column.isPinned && isFrozen ? "sticky z-10" : "absolute"}`}
      style={placeOf(column, isFrozen)}
    >
      <div contentEditable={false} className={`${valueLook} ${alignments[column.fieldType.look.align]}`}>
        {recordId === undefined ? <Placeholder /> : <CellValue column={column} value={value} />}
      </div>
      {Editor && draft !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears of what its input does
        <div data-editor className="contents" onBlur={(event) => leaveOnBlur(event, actions)}>
          <Editor column={column} draft={draft} actions={actions} />
        </div>
      )}
    </div>
  );
});

const cellLook =
  "group top-0 h-full shrink-0 overflow-hidden whitespace-nowrap border-border border-e bg-surface px-2 leading-[31px] caret-transparent outline-none data-composing:caret-auto [&[data-composing]>div]:invisible aria-selected:bg-accent-soft aria-invalid:bg-danger-soft aria-selected:shadow-[inset_0_0_0_2px_var(--focus)] aria-invalid:aria-selected:shadow-[inset_0_0_0_2px_var(--danger)]";

const valueLook = "absolute inset-0 flex items-center overflow-hidden px-2 leading-5 select-none";

const alignments = {
  start: "justify-start text-start",
  end: "justify-end text-end tabular-nums",
  center: "justify-center text-center",
};

/** A frozen cell is in the flow of its row, so that it can stick; any other stands at its column's place. */
function placeOf({ left, width, isPinned }: GridColumn, isFrozen: boolean): CSSProperties {
  return isPinned && isFrozen ? { insetInlineStart: numberWidth, width } : { insetInlineStart: left, width };
}

function Placeholder() {
  return <span aria-hidden className="h-2 w-2/3 rounded-full bg-border opacity-60" />;
}

/** Going elsewhere in the page ends the edit; going to another window does not. */
function leaveOnBlur(event: FocusEvent<HTMLElement>, actions: EditorActions): void {
  if (!event.currentTarget.contains(event.relatedTarget) && document.hasFocus()) actions.leave();
}
