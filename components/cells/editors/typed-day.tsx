import type { ReactNode, RefObject } from "react";
import { focusCalendar } from "./calendar";
import type { EditorProps } from "./editor";
import { keepFocus } from "./keep-focus";
import { boxLook, editorLook } from "./look";
import { useBox } from "./use-box";

interface TypedDayProps extends EditorProps {
  inputRef: RefObject<HTMLInputElement | null>;
  placeholder: string;
  /** The content of the popup, starting with a calendar. */
  children: ReactNode;
}

/** A text input for a day above a popup; ArrowDown moves into its calendar. */
export function TypedDay({ column, draft, actions, inputRef, placeholder, children }: TypedDayProps) {
  const boxRef = useBox<HTMLDivElement>("below");
  return (
    <>
      <input
        ref={inputRef}
        aria-label={column.field.name}
        className={`${editorLook} tabular-nums`}
        placeholder={placeholder}
        value={draft}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusCalendar(event, boxRef.current);
        }}
        autoComplete="off"
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in place */}
      <div ref={boxRef} popover="manual" className={`${boxLook} p-2`} onMouseDown={keepFocus}>
        {children}
      </div>
    </>
  );
}
