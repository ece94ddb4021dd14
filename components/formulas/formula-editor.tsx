"use client";

import { SquareFunction } from "lucide-react";
import { type ReactNode, useId, useMemo, useRef } from "react";
import { useSettled } from "@/components/ui/use-settled";
import type { Problem } from "@/lib/formulas";
import { callAt } from "./call-at";
import { checkLocally } from "./check-locally";
import type { FormulaScope } from "./formula-field";
import { PreviewRows } from "./preview-rows";
import { Signature } from "./signature";
import { useFormulaView } from "./use-formula-view";
import { type LoadPreview, usePreview } from "./use-preview";

interface FormulaEditorProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** The fields that the formula can use. */
  readonly scope: FormulaScope;
  readonly renderIcon: (fieldType: string) => ReactNode;
  /** Time zone of the formula. */
  readonly timezone?: string;
  /** A message of the form, such as one that the server gave when saving. */
  readonly error?: string | undefined;
  /** Loads the results of the first records. */
  readonly preview?: LoadPreview | undefined;
  /** Called on Enter. */
  readonly onCommit?: () => void;
  readonly isReadOnly?: boolean;
  /** Focuses the editor when it appears. */
  readonly hasFocus?: boolean;
}

/** Edits one formula: colours, suggestions, help, mistakes and results while typing. */
export function FormulaEditor(props: FormulaEditorProps) {
  const { label, text, onChange, scope, renderIcon, timezone, error, isReadOnly = false } = props;
  const id = useId();
  const host = useRef<HTMLDivElement>(null);
  const icons = useRef<HTMLDivElement>(null);
  const isEmpty = text.trim() === "";
  const local = useMemo(() => checkLocally(text, scope, timezone), [text, scope, timezone]);
  const loaded = usePreview(text, isEmpty || local.isUnreadable ? undefined : props.preview);
  const mistake = isEmpty ? undefined : mistakeOf(text, local.problem, loaded);
  const message = mistake?.message ?? error;
  const described = [message && `${id}-mistake`, `${id}-help`].filter(Boolean).join(" ");

  const cursor = useFormulaView(host, {
    text,
    onChange,
    scope,
    icon: (type) => icons.current?.querySelector(`[data-icon="${type}"]`) ?? undefined,
    onCommit: props.onCommit ?? (() => {}),
    mistake: placed(mistake),
    isReadOnly,
    hasFocus: props.hasFocus ?? false,
    attributes: {
      "aria-labelledby": `${id}-label`,
      "aria-describedby": described,
      ...(message && { "aria-invalid": "true" }),
      ...(isReadOnly && { "aria-readonly": "true" }),
    },
  });

  const call = callAt(text, cursor);
  const types = [...new Set(scope.fields.flatMap(typesIn))];
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      <div className="flex items-baseline justify-between gap-2">
        <span id={`${id}-label`} className="font-medium text-dense text-muted">
          {label}
        </span>
        <a
          href={`/docs/formulas${call ? `#${call.entry.name}` : ""}`}
          target="_blank"
          rel="noreferrer"
          className="rounded text-accent text-xs underline"
        >
          All functions
        </a>
      </div>
      <div
        ref={host}
        className={`min-w-0 rounded-md border bg-surface text-dense pointer-coarse:text-base has-[.cm-focused]:outline-2 has-[.cm-focused]:outline-focus ${message ? "border-danger" : "border-border-strong"}`}
      />
      <div ref={icons} hidden>
        {types.map((type) => (
          <span key={type} data-icon={type} className="flex text-muted">
            {renderIcon(type)}
          </span>
        ))}
        <span data-icon="function" className="flex text-accent">
          <SquareFunction aria-hidden className="size-3.5" strokeWidth={1.75} />
        </span>
      </div>
      <div className="flex min-h-11 flex-col gap-1">
        {message && (
          <p id={`${id}-mistake`} className="break-words text-danger text-dense">
            {message}
          </p>
        )}
        <div id={`${id}-help`}>
          {call ? <Signature call={call} /> : !isReadOnly && <p className="text-muted text-xs">{keysHelp}</p>}
        </div>
      </div>
      <p role="status" className="sr-only">
        {useSettled(message, quietMs)}
      </p>
      {props.preview && <PreviewRows loaded={loaded} isCurrent={loaded?.text === text && !mistake} />}
    </div>
  );
}

const keysHelp = "Type a field or function, or press Ctrl+Space for a list. Shift+Enter starts a new line.";

type Mistake = Pick<Problem, "message"> & Partial<Problem>;

/** The mistake in the text. Only the server knows whether there is one; the page's words for it stay if it agrees. */
function mistakeOf(
  text: string,
  local: Problem | undefined,
  loaded: ReturnType<typeof usePreview>,
): Mistake | undefined {
  if (loaded?.text !== text) return local;
  return "mistake" in loaded.preview ? (local ?? loaded.preview.mistake) : undefined;
}

/** The same object with each render, as the editor compares it. */
function placed(mistake: Mistake | undefined): Problem | undefined {
  return mistake?.start === undefined || mistake.end === undefined ? undefined : (mistake as Problem);
}

function typesIn({ fieldType, linked }: FormulaScope["fields"][number]): string[] {
  return [fieldType, ...(linked?.().fields.map((field) => field.fieldType) ?? [])];
}

/** The time after which a screen reader reads the message, which changes with each key. */
const quietMs = 1_000;
