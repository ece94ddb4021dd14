import type { KeyboardEvent } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import type { EditorProps } from "./editor";
import { useEditorFrame, useInputAttributes } from "./editor-frame";
import { coverLook } from "./look";
import { useBox } from "./use-box";
import { useFocusAtEnd } from "./use-focus-at-end";

/** A text area over the cell that grows with its text. Enter saves; Alt+Enter breaks the line. */
export function LongTextBox({ column, draft, actions }: EditorProps) {
  const boxRef = useBox<HTMLDivElement>("over");
  const ref = useFocusAtEnd<HTMLTextAreaElement>();
  const frame = useEditorFrame();
  const attributes = useInputAttributes(column.field.name);
  return (
    <div ref={boxRef} popover={frame ? undefined : "manual"} className={frame ? "contents" : coverLook}>
      <textarea
        ref={ref}
        {...attributes}
        className={frame ? `${frame.input.className} ${growingLook}` : inCellLook}
        dir="auto"
        rows={4}
        value={draft}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={(event) => {
          if (breaksLine(event)) actions.type(breakLine(event));
        }}
      />
    </div>
  );
}

const growingLook = "field-sizing-content min-h-24 max-h-[60dvh] resize-y";
const inCellLook =
  "field-sizing-content block max-h-80 min-h-24 w-96 max-w-[calc(100vw-1rem)] min-w-full resize rounded-sm bg-surface px-2 pt-(--first-line) pb-1.5 text-text leading-5 outline-2 -outline-offset-2 outline-focus select-text";

function breaksLine({ key, altKey, nativeEvent }: KeyboardEvent): boolean {
  return key === "Enter" && altKey && !isOfComposition(nativeEvent);
}

/** Inserts a line break and returns the new text. Browsers do so for Shift+Enter, which saves here. */
function breakLine(event: KeyboardEvent<HTMLTextAreaElement>): string {
  event.preventDefault();
  const { currentTarget: textarea } = event;
  textarea.setRangeText("\n", textarea.selectionStart, textarea.selectionEnd, "end");
  return textarea.value;
}
