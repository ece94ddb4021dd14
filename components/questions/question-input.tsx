import { CalendarDays, ChevronDown, type LucideIcon } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useRef } from "react";
import { flushSync } from "react-dom";
import type { GridColumn } from "@/components/cells/columns";
import { editorOf } from "@/components/cells/editors";
import { EditorFrameProvider, type InputAttributes } from "@/components/cells/editors/editor-frame";
import { leaveOnBlur } from "@/components/cells/editors/leave-on-blur";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { CheckBox } from "@/components/ui/check-box";
import type { EditorKind } from "@/lib/field-types";
import type { Choice } from "./answers";
import { Picked } from "./picked";
import { afterPress } from "./press";
import { hasPopup, type QuestionEditor, useQuestionEditor } from "./use-question-editor";

export interface QuestionInputProps {
  readonly column: GridColumn;
  readonly answer: unknown;
  readonly onChange: (answer: unknown) => void;
  /** The names of the records seen so far. */
  readonly names: ReadonlyMap<string, string>;
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
}

/** The input of a question: the editor that its field has in a record. */
export function QuestionInput(props: QuestionInputProps) {
  const { toggled } = editorOf(props.column);
  return toggled ? <Toggle {...props} toggled={toggled} /> : <Input {...props} />;
}

/** A box to tick, for fields that are changed without an editor. */
function Toggle(props: QuestionInputProps & { readonly toggled: (value: unknown) => unknown }) {
  const { answer, onChange, toggled, id, describedBy, isRequired, isInvalid } = props;
  return (
    <CheckBox
      id={id}
      className="mt-0.5 size-5"
      checked={answer === true}
      onCheckedChange={() => onChange(toggled(answer))}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      aria-required={isRequired || undefined}
      aria-invalid={isInvalid || undefined}
    />
  );
}

function Input(props: QuestionInputProps) {
  const { column, answer, onChange, names } = props;
  const { Editor } = editorOf(column);
  const host = useRef<HTMLDivElement>(null);
  const isOfLinks = column.fieldType.look.editor === "records";
  const held = useHeldChoices(answer, isOfLinks);
  const editor = useQuestionEditor({
    column,
    answer: held.value,
    onChange: (next) => onChange(isOfLinks ? held.choices(next, names) : next),
  });
  const { draft, actions, isOpen, session } = editor;
  const leave = () => afterPress(actions.leave);
  /** Ends an edit in the popup, whose focus would be lost with it. */
  function commit(): void {
    inputIn(host.current)?.focus();
    actions.commit();
  }
  const pickedId = `${props.id}-picked`;
  const hasPicks = Array.isArray(answer) && answer.length > 0 && hasPopup(column);
  const attributes = attributesOf(props, hasPicks ? pickedId : undefined);
  const Icon = icons[column.fieldType.look.editor];
  if (!Editor) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events of its input
    <div
      ref={host}
      data-editor-host
      className={`relative rounded-lg border bg-surface focus-within:outline-2 focus-within:outline-focus focus-within:-outline-offset-1 ${props.isInvalid ? "border-danger" : "border-border-strong"} ${looks[column.fieldType.look.editor] ?? ""}`}
      onBlur={(event: FocusEvent<HTMLDivElement>) => leaveOnBlur(event, { leave })}
      onClick={(event) => {
        if (hasPopup(column) && event.target === inputIn(host.current)) editor.open();
      }}
      onKeyDownCapture={(event) => onKeyBefore(event, column, editor)}
      onKeyDown={(event) => onKeyAfter(event, editor, inputIn(host.current))}
    >
      <Picked
        id={pickedId}
        column={column}
        answer={answer}
        onRemove={(index) => {
          onChange((answer as readonly unknown[]).filter((_, each) => each !== index));
          inputIn(host.current)?.focus();
        }}
      />
      <EditorFrameProvider value={{ input: attributes, isOpen, session }}>
        <Editor column={column} recordId="" draft={draft} actions={{ ...actions, commit }} />
      </EditorFrameProvider>
      {Icon && (
        <Icon
          aria-hidden
          className="pointer-events-none absolute end-3 bottom-3 size-4 text-muted"
          strokeWidth={1.75}
        />
      )}
    </div>
  );
}

/** Converts between the choices that an answer keeps with their names, and the ids that the editor takes. */
function useHeldChoices(answer: unknown, isOfLinks: boolean) {
  const last = useRef<{ readonly answer: unknown; readonly ids: unknown }>(undefined);
  const isList = isOfLinks && Array.isArray(answer);
  // The same ids for the same answer, because the editor compares by identity.
  if (isList && last.current?.answer !== answer) {
    const ids = (answer as readonly Choice[]).map(({ id }) => id);
    const known = last.current?.ids;
    last.current = { answer, ids: JSON.stringify(known) === JSON.stringify(ids) ? known : ids };
  }
  return {
    value: isList ? last.current?.ids : answer,
    choices(ids: unknown, names: ReadonlyMap<string, string>): unknown {
      if (!Array.isArray(ids)) return ids;
      const given = (ids as readonly string[]).map((id): Choice => ({ id, name: names.get(id) ?? "" }));
      last.current = { answer: given, ids };
      return given;
    },
  };
}

/** Handles keys that open a popup before the editor handles them. */
function onKeyBefore(event: KeyboardEvent, column: GridColumn, { isOpen, open }: QuestionEditor): void {
  if (isOpen || isOfComposition(event.nativeEvent) || !hasPopup(column)) return;
  const opens = event.key === "ArrowDown" || event.key === "ArrowUp";
  if (!opens && event.key !== "Enter") return;
  event.stopPropagation();
  event.preventDefault();
  if (opens) open();
  else if (event.ctrlKey || event.metaKey) submit(event);
}

/** Handles keys that the editor did not. */
function onKeyAfter(event: KeyboardEvent, editor: QuestionEditor, input: HTMLElement | null): void {
  if (event.defaultPrevented || isOfComposition(event.nativeEvent)) return;
  const { isOpen, close, actions } = editor;
  const isInPopup = isOpen && event.target !== input;
  if (event.key === "Escape" && isOpen) {
    input?.focus();
    close();
    event.preventDefault();
    event.stopPropagation();
  } else if (event.key === "Tab" && isOpen) {
    // Tab goes on from the input, as if the popup were not there.
    input?.focus();
    flushSync(actions.commit);
    if (isInPopup && event.shiftKey) event.preventDefault();
  } else if (event.key === "Enter" && isText(event.target)) {
    if (event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    flushSync(actions.commit);
    if (event.ctrlKey || event.metaKey || (!isOpen && isShort(event.target))) submit(event);
  }
}

/** True in a form of few questions (`data-short`), which a single Enter submits. */
function isShort(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest("form[data-short]") !== null;
}

/** A single Enter does not submit a form that is not filled in yet; with Ctrl or ⌘ it does. */
function submit({ target }: KeyboardEvent): void {
  if (target instanceof HTMLElement) target.closest("form")?.requestSubmit();
}

function isText(target: EventTarget): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== "file";
}

function inputIn(host: HTMLElement | null): HTMLElement | null {
  return host?.querySelector<HTMLElement>("input, textarea") ?? null;
}

function attributesOf(
  { column, id, describedBy, isRequired, isInvalid }: QuestionInputProps,
  pickedId: string | undefined,
): InputAttributes {
  const { editor } = column.fieldType.look;
  const described = [describedBy, pickedId].filter((each) => each !== undefined).join(" ");
  return {
    id,
    className: inputLooks[editor] ?? inputLook,
    ...(editor === "files" && { "aria-labelledby": `${id}-label` }),
    placeholder: hasPopup(column) ? "Choose…" : undefined,
    autoComplete: autoCompletes[column.field.type] ?? (editor === "text" ? "on" : "off"),
    "aria-describedby": described || undefined,
    "aria-invalid": isInvalid || undefined,
    ...(saysRequired(column) && { "aria-required": isRequired || undefined }),
  };
}

/** False for inputs that have no attribute for being required: their label says it. */
export function saysRequired({ fieldType }: GridColumn): boolean {
  return fieldType.look.editor !== "files" && fieldType.look.editor !== "rating";
}

const inputLook =
  "block min-h-11 w-full min-w-0 rounded-lg bg-transparent px-3 py-2 text-base text-text outline-none";

const inputLooks: { readonly [Kind in EditorKind]?: string } = {
  files: "sr-only",
  select: `${inputLook} pe-9`,
  "multi-select": `${inputLook} pe-9`,
  records: `${inputLook} pe-9`,
  date: `${inputLook} pe-9 tabular-nums`,
  datetime: `${inputLook} pe-9 tabular-nums`,
  rating: "flex min-h-11 w-full items-center px-3 py-2 [&_svg]:size-6",
};

const looks: { readonly [Kind in EditorKind]?: string } = {
  files: "border-transparent! bg-transparent!",
};

const icons: { readonly [Kind in EditorKind]?: LucideIcon } = {
  select: ChevronDown,
  "multi-select": ChevronDown,
  records: ChevronDown,
  date: CalendarDays,
  datetime: CalendarDays,
};

const autoCompletes: { readonly [type: string]: string } = {
  email: "email",
  phone_number: "tel",
  url: "url",
};
