"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type * as z from "zod";
import { ChoiceGroup } from "@/components/forms/choice-group";
import { FormActions } from "@/components/forms/form-actions";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { withItem } from "@/components/forms/with-item";
import { CheckField } from "@/components/ui/check-field";
import { ControlGroup } from "@/components/ui/control-group";
import { Notice } from "@/components/ui/notice";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { Scope } from "@/lib/contract/keys";
import { expiries, type KeyDraft, problemsInDraft } from "./key-draft";
import type { Reach } from "./reach";

interface KeyFormProps<Body, Answer> {
  initial: KeyDraft;
  reach: Reach;
  words: { save: string; saving: string };
  /** Makes the request body, which is validated against `shape`. */
  bodyOf: (draft: KeyDraft) => Body;
  shape: z.ZodType;
  send: (body: Body) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  onCancel: () => void;
}

/** Edits a key's name and rights. Errors are shown beside their inputs. */
export function KeyForm<Body, Answer>({
  initial,
  reach,
  words,
  bodyOf,
  shape,
  send,
  onSent,
  onCancel,
}: KeyFormProps<Body, Answer>) {
  const [draft, setDraft] = useState(initial);
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFirstProblem(form, problems);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => setProblems(problemsOf(error)),
  });

  const edit = (change: Partial<KeyDraft>) => setDraft((before) => ({ ...before, ...change }));

  function submit(event: FormEvent) {
    event.preventDefault();
    const body = bodyOf(draft);
    const found = problemsInDraft(draft, shape, body);
    setProblems(found);
    if (Object.keys(found).length === 0) mutate(body);
  }

  const isBusy = isPending || isSuccess;
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
        {problems[""] && <Notice>{problems[""]}</Notice>}
        <TextField
          label="Name"
          value={draft.name}
          onChange={(name) => edit({ name })}
          error={problems.name}
          placeholder="For example, Website"
        />
        <ControlGroup legend="Scopes" error={problems.scopes}>
          {reach.scopes.map((scope) => (
            <CheckField
              key={scope}
              label={scopeWords[scope]}
              value={draft.scopes.includes(scope)}
              onChange={(isIn) =>
                edit({ scopes: withItem(draft.scopes, reach.scopes, { item: scope, isIn }) })
              }
            />
          ))}
        </ControlGroup>
        <DatabaseChoice draft={draft} edit={edit} reach={reach} problems={problems} />
        <ExpiryChoice draft={draft} edit={edit} error={problems.expiresAt} />
      </div>
      <FormActions words={words} isBusy={isBusy} onCancel={onCancel} isFooter />
    </form>
  );
}

const scopeWords: Record<Scope, string> = {
  read: "Read: see databases, records and files",
  write: "Write: change records and files; without Read, responses contain only ids",
  schema: "Schema: change databases, tables and fields",
  keys: "Keys: create, edit and revoke keys",
};

interface PartProps {
  draft: KeyDraft;
  edit: (change: Partial<KeyDraft>) => void;
}

function DatabaseChoice({ draft, edit, reach, problems }: PartProps & { reach: Reach; problems: Problems }) {
  const ids = reach.databases.map(({ id }) => id);
  const [wrong] = Object.keys(problems).filter((path) => path.startsWith("databases"));
  const error = wrong === undefined ? undefined : problems[wrong];
  return (
    <>
      <SelectField
        label="Databases"
        value={draft.isForSome ? "some" : "all"}
        choices={reach.isForAll ? [allDatabases, someDatabases] : [someDatabases]}
        onChange={(value) => edit({ isForSome: value === "some" })}
        error={draft.isForSome ? undefined : error}
      />
      {draft.isForSome && (
        <ChoiceGroup
          what="database"
          legend="Selected databases"
          items={reach.databases}
          isChosen={(id) => draft.databases.includes(id)}
          error={error}
        >
          {({ id, name }) => (
            <CheckField
              label={name}
              value={draft.databases.includes(id)}
              onChange={(isIn) => edit({ databases: withItem(draft.databases, ids, { item: id, isIn }) })}
            />
          )}
        </ChoiceGroup>
      )}
    </>
  );
}

const allDatabases: Choice = { value: "all", label: "All databases, including future ones" };
const someDatabases: Choice = { value: "some", label: "Selected databases" };

function ExpiryChoice({ draft, edit, error }: PartProps & { error?: string }) {
  const isOnDay = draft.expires === expiries.onDay;
  return (
    <div className="flex gap-3">
      <SelectField
        label="Expires"
        value={draft.expires}
        choices={expiryChoices}
        onChange={(expires) => edit({ expires })}
        error={isOnDay ? undefined : error}
        className="flex-1"
      />
      {isOnDay && (
        <TextField
          label="Last valid day"
          type="date"
          value={draft.day}
          onChange={(day) => edit({ day })}
          error={error}
          className="flex-1"
        />
      )}
    </div>
  );
}

const expiryChoices: Choice[] = [
  { value: expiries.never, label: "Never" },
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: expiries.onDay, label: "On a specific date" },
];
