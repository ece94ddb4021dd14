import { Plus, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { draftOf } from "@/components/edits/read-draft";
import { IconButton } from "@/components/ui/icon-button";
import type { Subject } from "../subjects";
import type { OperandEditor, OperandEditorProps } from "./operand";
import { PersonName } from "./person-operand";
import { RecordName } from "./record-operand";

/** Edits several values: a picker, or an input for one more, above the list of values. */
export function ListOperand({
  editor,
  subject,
  operand,
  onChange,
}: OperandEditorProps & { editor: OperandEditor }) {
  const { One, Added = One, Many } = editor;
  const values = Array.isArray(operand) ? (operand as unknown[]) : [];
  const [draft, setDraft] = useState<unknown>();
  // Remounts the editor after each added value.
  const [round, setRound] = useState(0);

  function set(next: readonly unknown[]) {
    onChange(next.length === 0 ? undefined : next);
  }
  function add(value: unknown) {
    if (value === undefined) return;
    if (!values.includes(value)) set([...values, value]);
    setDraft(undefined);
    setRound(round + 1);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || Many || isOfComposition(event.nativeEvent)) return;
    event.preventDefault();
    add(draft);
  }

  return (
    <div className="flex flex-col gap-1.5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles events that bubble from its input */}
      <div className="flex items-start gap-1" onKeyDown={onKeyDown}>
        <div className="min-w-0 flex-1">
          {Many ? (
            <Many subject={subject} operand={operand} onChange={(next) => set(next as readonly unknown[])} />
          ) : (
            <Added key={round} subject={subject} operand={draft} onChange={setDraft} />
          )}
        </div>
        {!Many && (
          <IconButton
            icon={Plus}
            label="Add value"
            disabled={draft === undefined}
            onClick={() => add(draft)}
          />
        )}
      </div>
      {values.length > 0 && (
        <ul aria-label="Values" className="flex flex-wrap gap-1">
          {values.map((value) => (
            <li
              key={JSON.stringify(value)}
              className="inline-flex h-6 max-w-full items-center gap-0.5 rounded bg-accent-soft pl-1.5"
            >
              <span className="truncate">
                <ValueText subject={subject} value={value} />
              </span>
              <button
                type="button"
                aria-label={`Remove ${String(value)}`}
                onClick={() => set(values.filter((each) => each !== value))}
                className="flex size-6 items-center justify-center rounded hover:bg-hover"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Renders a value as in a cell. */
function ValueText({ subject, value }: { subject: Subject; value: unknown }) {
  const { kind, field, fieldType } = subject;
  if (kind === "people") return <PersonName personId={String(value)} />;
  if (kind === "links") return <RecordName subject={subject} recordId={String(value)} />;
  return <>{kind === "number" && field && fieldType ? draftOf(field, fieldType, value) : String(value)}</>;
}
