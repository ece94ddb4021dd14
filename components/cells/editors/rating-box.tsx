import type { KeyboardEvent } from "react";
import { Stars } from "../views/stars";
import type { EditorProps } from "./editor";
import { useEditorFrame, useInputAttributes } from "./editor-frame";
import { editorLook } from "./look";
import { useFocusAtEnd } from "./use-focus-at-end";

/** Stars to click, with a hidden slider for keys: arrows, digits, Delete for none. */
export function RatingBox({ column: { field }, draft, actions }: EditorProps) {
  const ref = useFocusAtEnd<HTMLInputElement>();
  const frame = useEditorFrame();
  const attributes = useInputAttributes(field.name);
  const { maxRating } = field.template as { maxRating: number };
  const value = Number(draft) || 0;

  function onKeyDown(event: KeyboardEvent): void {
    const next = draftAfter(event, draft, maxRating);
    if (next === undefined) return;
    event.preventDefault();
    actions.type(next);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in place
    <div
      className={`${frame ? frame.input.className : editorLook} flex items-center`}
      onMouseDown={(event) => event.preventDefault()}
    >
      <input
        ref={ref}
        {...attributes}
        type="range"
        aria-valuetext={draft === "" ? "None" : `${value} of ${maxRating} stars`}
        className="sr-only"
        min={0}
        max={maxRating}
        value={value}
        onChange={(event) => actions.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Stars
        value={value}
        max={maxRating}
        onChoose={(stars) => {
          actions.type(String(stars));
          actions.commit();
        }}
      />
    </div>
  );
}

/** The draft after a key that the slider does not handle. Two digits make 10. */
function draftAfter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, draft: string, max: number) {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === "Delete" || key === "Backspace") return "";
  if (!/^\d$/.test(key)) return undefined;
  return Number(draft + key) <= max ? String(Number(draft + key)) : String(Math.min(Number(key), max));
}
