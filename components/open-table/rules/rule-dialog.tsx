"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { FormActions } from "@/components/forms/form-actions";
import { Loaded } from "@/components/forms/loaded";
import { problemsOf } from "@/components/forms/problems";
import type { Anchor } from "@/components/ui/anchor";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { api } from "@/lib/client/api";
import type { ReadingRole, Rules } from "@/lib/contract/rules";
import { type LeastRoles, type RulePart, type RuleSubject, ruleIn, ruleTitle, withRule } from "./with-rule";

interface RuleDialogProps {
  databaseId: string;
  subject: RuleSubject;
  /** The parts of the rule that can be set. */
  parts: readonly RulePart[];
  anchor?: Anchor;
  onClose: () => void;
}

/** Edits the rule of a table or field. */
export function RuleDialog({ databaseId, subject, parts, anchor, onClose }: RuleDialogProps) {
  const query = useQuery({
    queryKey: ["rules", databaseId],
    queryFn: ({ signal }) => api("GET /bases/{databaseId}/rules", { params: { databaseId }, signal }),
    retry: false,
    // The form begins with the current rules.
    gcTime: 0,
  });
  return (
    <Dialog open onClose={onClose} title={`${ruleTitle(parts)} “${subject.name}”`} anchor={anchor}>
      <div className="p-4">
        <Loaded query={query} what="rules">
          {(rules) => (
            <RuleForm
              databaseId={databaseId}
              subject={subject}
              parts={parts}
              first={rules}
              onClose={onClose}
            />
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

interface RuleFormProps extends Omit<RuleDialogProps, "anchor"> {
  first: Rules;
}

function RuleForm({ databaseId, subject, parts, first, onClose }: RuleFormProps) {
  const [rule, setRule] = useState<LeastRoles>(() => ruleIn(first, subject));
  const form = useRef<HTMLFormElement>(null);
  // The dialog opened before there was anything in it to focus.
  useEffect(() => form.current?.querySelector("button")?.focus(), []);
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      const params = { databaseId };
      // Reads the others again, which somebody may have changed since.
      const rules = await api("GET /bases/{databaseId}/rules", { params });
      return api("PUT /bases/{databaseId}/rules", { params, body: withRule(rules, subject, rule) });
    },
    onSuccess() {
      void queryClient.invalidateQueries({ queryKey: ["table", databaseId] });
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    event.stopPropagation();
    mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
      {error && <Notice>{problemsOf(error)[""] ?? error.message}</Notice>}
      {parts.map((part) => (
        <SelectField
          key={part}
          label={labels[subject.kind][part] ?? ""}
          value={rule[part]}
          choices={part === "read" ? readingChoices : choices}
          onChange={(least) => setRule({ ...rule, [part]: least })}
        />
      ))}
      <FormActions words={{ save: "Save", saving: "Saving…" }} isBusy={isPending} onCancel={onClose} />
    </form>
  );
}

const labels: { readonly [Kind in RuleSubject["kind"]]: { readonly [Part in RulePart]?: string } } = {
  table: { create: "Create records", update: "Change and move records", delete: "Delete records" },
  field: { read: "See this field and its values", update: "Change values of this field" },
};

const choices: readonly (Choice & { readonly value: ReadingRole })[] = [
  { value: "editor", label: "Editors, creators and owners" },
  { value: "creator", label: "Creators and owners" },
  { value: "owner", label: "Only owners" },
];

const readingChoices: typeof choices = [{ value: "viewer", label: "Everybody" }, ...choices];
