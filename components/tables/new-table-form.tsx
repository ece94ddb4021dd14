"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { takesKeys } from "@/components/commands/takes-keys";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { useTablePaste } from "@/components/import/use-table-paste";
import { type LinkableTable, LinkableTablesProvider } from "@/components/open-table/linkable-tables";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useIsLive } from "@/components/ui/use-is-live";
import { api } from "@/lib/client/api";
import { FieldRow } from "./field-row";
import {
  changeDraft,
  emptyDraft,
  type TableDraft,
  type TableDraftAction,
  toTableCreate,
} from "./table-draft";
import { primaryProblem, problemsInDraft, stillWrong } from "./table-problems";

interface NewTableFormProps {
  databaseId: string;
  /** The existing tables, for link fields. */
  tables: readonly LinkableTable[];
  /** Called on the first input that closing would discard. */
  onTyped?: () => void;
  /** Called once the table exists, while its page loads. */
  onCreated?: () => void;
  /** Called when a table is pasted, before the dialog that imports it opens. */
  onPasted?: () => void;
  /** Focuses the name on load; a dialog does that by itself. */
  focusesName?: boolean;
  /** A second button, such as Cancel. */
  secondary?: ReactNode;
}

/** Edits the name and fields of a new table. Errors are shown beside their inputs. */
export function NewTableForm(props: NewTableFormProps) {
  const { databaseId, tables, onTyped, onCreated, onPasted, secondary, focusesName } = props;
  const [draft, setDraft] = useState(emptyDraft);
  const [shown, setShown] = useState<Problems>({});
  const [attempts, setAttempts] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  const isLive = useIsLive();
  // Inputs are disabled until the page is live, and a disabled input cannot have the focus.
  useEffect(() => {
    if (focusesName && isLive) name.current?.focus();
  }, [focusesName, isLive]);
  useTablePaste(
    { is: "new-table", databaseId },
    {
      isWanted: (focused) => form.current?.contains(focused as Node) || !takesKeys(focused),
      ...(onPasted && { onPasted }),
    },
  );
  useFocusOnFirstProblem(form, attempts);
  useFocusOfDraft(form, draft);
  const create = useCreateTable(databaseId, { onCreated, onRefused: tell });

  function edit(action: TableDraftAction) {
    const next = changeDraft(draft, action);
    setDraft(next);
    setShown(stillWrong(shown, next));
    onTyped?.();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemsInDraft(draft);
    tell(found);
    if (Object.keys(found).length === 0) create.mutate(draft);
  }

  function tell(problems: Problems) {
    setShown(problems);
    setAttempts((count) => count + 1);
  }

  const problems = { ...shown, ...primaryProblem(draft) };
  const isBusy = create.isPending || create.isSuccess;
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        <TextField
          ref={name}
          label="Table name"
          value={draft.name}
          onChange={(name) => edit({ do: "rename", name })}
          error={problems.name}
        />
        <LinkableTablesProvider value={tables}>
          <FieldList draft={draft} edit={edit} problems={problems} />
        </LinkableTablesProvider>
        {problems[""] && <Notice>{problems[""]}</Notice>}
      </div>
      <div className="mx-4 flex justify-end gap-2 border-border border-t py-3">
        {secondary}
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? "Creating…" : "Create table"}
        </Button>
      </div>
    </form>
  );
}

interface FieldListProps {
  draft: TableDraft;
  edit: (action: TableDraftAction) => void;
  problems: Problems;
}

function FieldList({ draft, edit, problems }: FieldListProps) {
  return (
    <section aria-label="Fields" className="flex flex-col gap-2">
      <h3 className="font-medium text-dense text-muted">Fields</h3>
      <ol className="flex flex-col">
        {draft.fields.map((field, index) => (
          <FieldRow
            key={field.key}
            field={field}
            index={index}
            count={draft.fields.length}
            edit={edit}
            problems={problems}
          />
        ))}
      </ol>
      {problems.fields && <p className="text-danger">{problems.fields}</p>}
      <Button className="self-start" onClick={() => edit({ do: "add" })}>
        <Plus aria-hidden className="size-4" />
        Add field
      </Button>
    </section>
  );
}

interface Outcome {
  onCreated?: () => void;
  onRefused: (problems: Problems) => void;
}

function useCreateTable(databaseId: string, { onCreated, onRefused }: Outcome) {
  const router = useRouter();
  return useMutation({
    mutationFn: (draft: TableDraft) =>
      api("POST /bases/{databaseId}/tables", { params: { databaseId }, body: toTableCreate(draft) }),
    onSuccess: ({ id }) => {
      onCreated?.();
      router.push(`/database/${databaseId}/${id}`);
      // The tabs belong to the layout, which `push` does not reload.
      router.refresh();
    },
    onError: (error) => onRefused(problemsOf(error)),
  });
}

/** Moves the focus after a row is added, moved or removed. */
function useFocusOfDraft(form: RefObject<HTMLFormElement | null>, { focus }: TableDraft): void {
  useEffect(() => {
    if (!focus) return;
    form.current
      ?.querySelector<HTMLElement>(`[data-field="${focus.key}"] [data-focus="${focus.on}"]`)
      ?.focus();
  }, [form, focus]);
}
