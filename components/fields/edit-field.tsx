"use client";

import { useRef, useState } from "react";
import * as z from "zod";
import { type Problems, problemsIn, problemsOf } from "@/components/forms/problems";
import { useOpenTable } from "@/components/open-table/open-table";
import { counted } from "@/components/tasks/counted";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { SwitchRow } from "@/components/ui/switch-row";
import { type Field, fieldDescription } from "@/lib/contract/fields";
import { name } from "@/lib/contract/names";
import { fieldType, fieldTypeOf, isEmpty, isLink } from "@/lib/field-types";
import { columnHeaderOf } from "./field-anchors";
import { becomesLink, changesOf, draftOf, settledKeys, typesForField } from "./field-draft";
import { FieldForm } from "./field-form";
import { linesOf, lossTexts, type MergedOptions, optionsOf } from "./loss-texts";
import { dialogSize } from "./templates/template-forms";
import { type Loss, useSaveField } from "./use-save-field";

interface EditFieldProps {
  field: Field;
  /** The input to focus. */
  focus: "name" | "type" | "settings";
  onClose: () => void;
}

/** Edits a field's name, type and options. Shows which values would be lost before saving. */
export function EditField({ field, focus, onClose }: EditFieldProps) {
  const { table } = useOpenTable();
  const [draft, setDraft] = useState(() => draftOf(field));
  const [problems, setProblems] = useState<Problems>({});
  const [loss, setLoss] = useState<Loss | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { state, save } = useSaveField(field, {
    onSaved: onClose,
    onLoss: setLoss,
    onError: (error) => setProblems(problemsOf(error)),
  });
  /** A change that is being written cannot be cancelled. */
  const cancel = state === "writing" ? undefined : onClose;

  function submit() {
    const found = problemsIn(z.object({ name, description: fieldDescription }), draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const change = changesOf(field, draft);
    if (change) save(change, false);
    else onClose();
  }

  const isRetyped = draft.type !== field.type;
  const makesOptions = isRetyped && fieldType(draft.type).optionsFrom && !fieldType(field.type).optionsFrom;
  /** The select of the type, and after it the selects and the formula of its settings. */
  const inputs = () => form.current?.querySelectorAll<HTMLElement>("[role=combobox], [role=textbox]") ?? [];
  const firsts = { name: undefined, type: () => inputs()[0], settings: () => inputs()[1] };
  return (
    <Dialog
      open
      onClose={() => cancel?.()}
      title={`Edit “${field.name}”`}
      size={dialogSize(draft.type)}
      anchor={columnHeaderOf(field.id)}
      holdsInput={changesOf(field, draft) !== undefined}
      initialFocus={firsts[focus]}
    >
      <FieldForm
        formRef={form}
        draft={draft}
        onChange={setDraft}
        types={typesForField(field, table.primaryFieldId)}
        settled={isRetyped ? [] : settledKeys(field)}
        field={isRetyped ? undefined : field}
        focusesSettings={focus === "settings"}
        problems={problems}
        words={{ save: "Save", saving: isRetyped ? "Converting…" : "Saving…" }}
        isBusy={state !== "idle"}
        onSubmit={submit}
        onCancel={cancel}
      >
        {makesOptions && (
          <p className="text-muted">Each existing value becomes an option, as far as there is room.</p>
        )}
        {becomesLink(field, draft) && (
          <div>
            <SwitchRow
              label="Create records for missing names"
              value={draft.createsLinked}
              onChange={(createsLinked) => setDraft({ ...draft, createsLinked })}
            />
            <p
              role={problems.createLinked === undefined ? undefined : "alert"}
              className={`px-1 ps-10 text-xs ${problems.createLinked === undefined ? "text-muted" : "text-danger"}`}
            >
              {problems.createLinked ?? "Each text is linked to the records of the table that have its name."}
            </p>
          </div>
        )}
        {isRetyped && isLink(field) && (
          <p className="text-muted">The links become names, and the field of the other table is removed.</p>
        )}
        {isRetyped && state !== "idle" && <Progress state={state} />}
      </FieldForm>
      {loss && (
        <LossDialog
          field={field}
          loss={loss}
          onConfirm={(mergedOptions) => {
            setLoss(null);
            save({ ...loss.change, ...(Object.keys(mergedOptions).length > 0 && { mergedOptions }) }, true);
          }}
          onCancel={() => setLoss(null)}
        />
      )}
    </Dialog>
  );
}

/** The progress of a change of type: a dry run, then the write. */
function Progress({ state }: { state: keyof typeof progressTexts }) {
  const text = progressTexts[state];
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label="Converting" value={null} max={1} />
      <p role="status" className="text-muted">
        {text}
      </p>
    </div>
  );
}

const progressTexts = {
  rehearsing: "Checking for values that can't be converted. Nothing has changed yet.",
  writing: "Converting values. This can't be stopped, but you can undo it afterwards.",
};

interface LossDialogProps {
  field: Field;
  loss: Loss;
  /** Gets the options that replace removed ones, by the values of both. */
  onConfirm: (mergedOptions: MergedOptions) => void;
  onCancel: () => void;
}

/** Shows the number of values that would be lost, and the first of them. Removed options can be replaced with others. */
function LossDialog({ field, loss, onConfirm, onCancel }: LossDialogProps) {
  const [merged, setMerged] = useState<MergedOptions>({});
  const { removed, kept } = optionsOf(field, loss.change);
  const texts = lossTexts(field, loss, merged);
  const lines = linesOf(loss.conversion, (value) => textOf(field, value));
  return (
    <Confirm
      open
      title={texts.title}
      description={texts.description}
      words={texts.words}
      onConfirm={() => onConfirm(merged)}
      onCancel={onCancel}
    >
      {kept.length > 0 && removed.length > 0 && (
        <div className="flex max-h-72 flex-col gap-3 overflow-y-auto p-1">
          {removed.map(({ value, label }) => (
            <SelectField
              key={value}
              label={`Replace “${label}” with`}
              value={merged[value] ?? nothing.value}
              choices={[nothing, ...kept]}
              onChange={(into) => setMerged(withMerged(merged, value, into))}
            />
          ))}
        </div>
      )}
      {texts.isListed && (
        <ul className="max-h-40 overflow-y-auto rounded-md bg-background px-2 py-1">
          {lines.shown.map(({ text, count }) => (
            <li key={text} className="flex gap-2 py-0.5">
              <span dir="auto" className="min-w-0 flex-1 truncate" title={text}>
                {text}
              </span>
              {count > 1 && <span className="text-muted tabular-nums">× {count.toLocaleString("en")}</span>}
            </li>
          ))}
          {lines.more > 0 && <li className="py-0.5 text-muted">and {counted(lines.more, "more value")}</li>}
        </ul>
      )}
    </Confirm>
  );
}

const nothing: Choice = { value: "", label: "Nothing" };

function withMerged(merged: MergedOptions, from: string, into: string): MergedOptions {
  const { [from]: _, ...others } = merged;
  return into === nothing.value ? others : { ...others, [from]: into };
}

function textOf(field: Field, value: unknown): string {
  const from = fieldTypeOf(field);
  return isEmpty(from, value) ? "" : from.display(value, field.template);
}
