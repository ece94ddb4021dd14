"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type * as z from "zod";
import { FormActions } from "@/components/forms/form-actions";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { CheckField } from "@/components/ui/check-field";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { DraftPartProps } from "./draft-part";
import { EventChoice } from "./event-choice";
import { FieldChoice } from "./field-choice";
import { FilterChoice } from "./filter-choice";
import { HeaderRows } from "./header-rows";
import type { ReportedTable } from "./reported";
import { SourceChoice } from "./source-choice";
import { TableChoice } from "./table-choice";
import { problemAt, problemsInDraft, type WebhookDraft } from "./webhook-draft";

interface WebhookFormProps<Body, Answer> {
  initial: WebhookDraft;
  tables: readonly ReportedTable[];
  /** The names of the headers that the webhook has. */
  headerNames?: readonly string[];
  words: { save: string; saving: string };
  /** Makes the request body, which is validated against `shape`. */
  bodyOf: (draft: WebhookDraft) => Body;
  shape: z.ZodType;
  send: (body: Body) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onCancel: () => void;
}

/** Edits the settings of a webhook. Errors are shown beside their inputs. */
export function WebhookForm<Body, Answer>(props: WebhookFormProps<Body, Answer>) {
  const { initial, tables, headerNames = [], words, bodyOf, shape, send, onSent, onCancel } = props;
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFirstProblem(form, problems);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => setProblems(problemsOf(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = bodyOf(draft);
    const found = problemsInDraft(draft, shape, body);
    setProblems(found);
    if (Object.keys(found).length === 0) mutate(body);
  }

  const part = (name: string): DraftPartProps => ({
    draft,
    edit: (change) => setDraft((before) => ({ ...before, ...change })),
    error: problemAt(problems, name),
  });
  const { edit } = part("");
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        {problems[""] && <Notice>{problems[""]}</Notice>}
        <TextField
          label="URL"
          type="url"
          value={draft.url}
          onChange={(url) => edit({ url })}
          error={problems.url}
          placeholder="https://example.com/hooks"
          spellCheck={false}
        />
        <TextField
          label="Name (optional)"
          value={draft.name}
          onChange={(name) => edit({ name })}
          error={problems.name}
          placeholder="For example, Warehouse"
        />
        <EventChoice {...part("events")} />
        <TableChoice {...part("tableIds")} tables={tables} />
        <FieldChoice {...part("fieldIds")} tables={tables} />
        <FilterChoice {...part("filter")} tables={tables} />
        <SourceChoice {...part("sources")} />
        <HeaderRows {...part("headers")} headerNames={headerNames} />
        <div className="flex flex-col">
          <CheckField
            label="Include the records; otherwise only their ids are sent"
            value={draft.includeRecords}
            onChange={(includeRecords) => edit({ includeRecords })}
          />
          <CheckField label="Active" value={draft.active} onChange={(active) => edit({ active })} />
        </div>
      </div>
      <FormActions words={words} isBusy={isPending || isSuccess} onCancel={onCancel} isFooter />
    </form>
  );
}
