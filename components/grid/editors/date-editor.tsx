import { Calendar, focusCalendar } from "./calendar";
import type { CellEditor, EditorProps } from "./editor";
import { toIso } from "./iso-date";
import { boxLook, editorLook } from "./look";
import { useBox } from "./use-box";
import { useFocusAtEnd } from "./use-focus-at-end";

export const dateEditor: CellEditor = { Editor: DateEditor, now: toIso };

/** Typed text, and a month to choose a day from: by the mouse, or by the arrow keys after ArrowDown. */
function DateEditor({ column: { field, fieldType }, draft, actions }: EditorProps) {
  const inputRef = useFocusAtEnd<HTMLInputElement>();
  const boxRef = useBox<HTMLDivElement>("below");
  const iso = fieldType.fromText(draft, field.template);

  function choose(day: string): void {
    actions.type(day);
    actions.commit();
  }

  return (
    <>
      <input
        ref={inputRef}
        aria-label={field.name}
        className={`${editorLook} tabular-nums`}
        placeholder="YYYY-MM-DD"
        value={draft}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focusCalendar(event, boxRef.current);
        }}
        autoComplete="off"
      />
      <div ref={boxRef} popover="manual" className={`${boxLook} p-2`}>
        <Calendar label={field.name} day={typeof iso === "string" ? iso : undefined} onChoose={choose} />
      </div>
    </>
  );
}
