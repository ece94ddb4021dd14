import { type ReactNode, type RefObject, useRef } from "react";
import { focusCalendar } from "./calendar";
import type { EditorProps } from "./editor";
import { useInputAttributes } from "./editor-frame";
import { EditorPopup } from "./editor-popup";

interface TypedDayProps extends EditorProps {
  inputRef: RefObject<HTMLInputElement | null>;
  placeholder: string;
  /** The content of the popup, starting with a calendar. */
  children: ReactNode;
}

/** A text input for a day above a popup; ArrowDown moves into its calendar. */
export function TypedDay({ column, draft, actions, inputRef, placeholder, children }: TypedDayProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const attributes = useInputAttributes(column.field.name, "tabular-nums");
  return (
    <>
      <input
        ref={inputRef}
        {...attributes}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusCalendar(event, boxRef.current);
        }}
      />
      <EditorPopup boxRef={boxRef} className="p-2">
        {children}
      </EditorPopup>
    </>
  );
}
