"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { type Problems, problemsIn, problemsOf } from "@/components/forms/problems";
import { useOpenTable } from "@/components/tables/open-table";
import { useTableRefresh } from "@/components/tables/use-table-refresh";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Conversion, Field, FieldUpdate } from "@/lib/contract/fields";
import { name } from "@/lib/contract/names";
import { fieldType, isEmpty } from "@/lib/field-types";
import { changesOf, draftOf, settledKeys, typesForField } from "./field-draft";
import { FieldForm } from "./field-form";

interface EditFieldProps {
  field: Field;
  /** What one has come to change. */
  focus: "name" | "type";
  onClose: () => void;
}

const one = "PATCH /bases/{databaseId}/tables/{tableId}/fields/{fieldId}";

/** Changes a field: its name, its type, its options. What would not convert is shown before it is lost. */
export function EditField({ field, focus, onClose }: EditFieldProps) {
  const { databaseId, table } = useOpenTable();
  const params = { databaseId, tableId: table.id, fieldId: field.id };
  const [draft, setDraft] = useState(() => draftOf(field));
  const [problems, setProblems] = useState<Problems>({});
  const [loss, setLoss] = useState<Conversion | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const refresh = useTableRefresh();

  const save = useMutation({
    mutationFn: async ({ change, allowLoss }: { change: FieldUpdate; allowLoss: boolean }) => {
      const found = allowLoss ? null : await findLoss(change);
      if (found) return found;
      await api(one, { params, body: { ...change, ...(allowLoss && { allowLoss }) } });
      await refresh.everything();
      return null;
    },
    onSuccess: (found) => (found ? setLoss(found) : onClose()),
    onError: (error) => {
      setLoss(null);
      setProblems(problemsOf(error));
    },
  });

  /** What a change would lose; null for nothing. Only a change of type, or one that is refused for it, is rehearsed. */
  async function findLoss(change: FieldUpdate): Promise<Conversion | null> {
    const { type, template } = change;
    if (type === undefined) {
      try {
        await api(one, { params, isDryRun: true, body: change });
        return null;
      } catch (error) {
        if (!isAboutLoss(error)) throw error;
      }
    }
    const outcome = await api(one, {
      params,
      isDryRun: true,
      body: { type: type ?? field.type, ...(template && { template }) },
    });
    return "lost" in outcome && outcome.lost > 0 ? outcome : null;
  }

  function submit() {
    const found = problemsIn(z.object({ name }), draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const change = changesOf(field, draft);
    if (change) save.mutate({ change, allowLoss: false });
    else onClose();
  }

  const isRetyped = draft.type !== field.type;
  const makesOptions = isRetyped && fieldType(draft.type).optionsFrom && !fieldType(field.type).optionsFrom;
  const typeTrigger = () => form.current?.querySelector<HTMLElement>("[role=combobox]");
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit “${field.name}”`}
      size="wide"
      initialFocus={focus === "type" ? typeTrigger : undefined}
    >
      <FieldForm
        formRef={form}
        draft={draft}
        onChange={setDraft}
        types={typesForField(field, table.primaryFieldId)}
        settled={isRetyped ? [] : settledKeys(field)}
        problems={problems}
        words={{ save: "Save", saving: isRetyped ? "Converting…" : "Saving…" }}
        isBusy={save.isPending}
        onSubmit={submit}
        onCancel={onClose}
      >
        {makesOptions && (
          <p className="text-muted">Each value that is there becomes an option, as far as there is room.</p>
        )}
      </FieldForm>
      {loss && (
        <LossDialog
          field={field}
          loss={loss}
          isBusy={save.isPending}
          onConfirm={() => save.mutate({ change: changesOf(field, draft) ?? {}, allowLoss: true })}
          onCancel={() => setLoss(null)}
        />
      )}
    </Dialog>
  );
}

interface LossDialogProps {
  field: Field;
  loss: Conversion;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** What would not convert: how many, and some of them. */
function LossDialog({ field, loss: { convertible, lost, examples }, ...rest }: LossDialogProps) {
  const texts = [...new Set(examples.map(({ value }) => textOf(field, value)))];
  return (
    <Confirm
      open
      title={`${countOf(lost)} will not convert`}
      description={`${countOf(convertible)} of “${field.name}” ${convertible === 1 ? "converts" : "convert"}. ${lost === 1 ? "This one does not, and its cell becomes empty:" : "These do not, and their cells become empty:"}`}
      words={{ confirm: "Convert and empty them", cancel: "Go back" }}
      {...rest}
    >
      <ul className="max-h-40 overflow-y-auto rounded-md bg-background px-2 py-1">
        {texts.map((text) => (
          <li key={text} dir="auto" className="truncate py-0.5" title={text}>
            {text}
          </li>
        ))}
        {lost > examples.length && (
          <li className="py-0.5 text-muted">and {countOf(lost - examples.length)} more</li>
        )}
      </ul>
    </Confirm>
  );
}

function textOf({ type, template }: Field, value: unknown): string {
  const from = fieldType(type);
  return isEmpty(from, value) ? "" : from.display(value, template);
}

function countOf(count: number): string {
  return count === 1 ? "1 value" : `${count.toLocaleString("en")} values`;
}

/** The API names what would allow it. */
function isAboutLoss(error: unknown): boolean {
  return hasCode(error, "CONFLICT") && error.message.includes('"allowLoss"');
}
