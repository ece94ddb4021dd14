import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { OptionTag, optionOf } from "@/components/cells/views/option-tag";
import { RecordPill } from "@/components/cells/views/record-pill";
import type { EditorKind } from "@/lib/field-types";
import type { SelectTemplate } from "@/lib/field-types/option";
import type { Choice } from "./answers";

/** An item of an answer. */
interface Pick {
  readonly key: string;
  readonly name: string;
  readonly content: ReactNode;
}

/** The items of answers that are lists. */
const picksOf: { readonly [Kind in EditorKind]?: (column: GridColumn, answer: never) => readonly Pick[] } = {
  "multi-select": ({ field }, labels: readonly string[]) => {
    const template = field.template as SelectTemplate;
    return labels.map((label) => ({
      key: label,
      name: label,
      content: <OptionTag option={optionOf(template, label)} isPlain={template.disableColors} />,
    }));
  },
  records: (_, choices: readonly Choice[]) =>
    choices.map(({ id, name }) => ({ key: id, name, content: <RecordPill name={name} /> })),
};

interface PickedProps {
  readonly id: string;
  readonly column: GridColumn;
  readonly answer: unknown;
  readonly onRemove: (index: number) => void;
}

/** The items picked so far. Backspace in the input also removes the last. */
export function Picked({ id, column, answer, onRemove }: PickedProps) {
  const picks = Array.isArray(answer) ? picksOf[column.fieldType.look.editor]?.(column, answer as never) : [];
  if (!picks || picks.length === 0) return null;
  return (
    <ul id={id} aria-label="Chosen" className="flex flex-wrap gap-1.5 px-2.5 pt-2.5">
      {picks.map(({ key, name, content }, index) => (
        <li key={key} className="flex min-w-0 max-w-full items-center gap-0.5 text-sm">
          {content}
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Remove ${name}`}
            title={`Remove ${name}`}
            onClick={() => onRemove(index)}
            className="flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
          >
            <X aria-hidden className="size-3.5" strokeWidth={1.75} />
          </button>
        </li>
      ))}
    </ul>
  );
}
