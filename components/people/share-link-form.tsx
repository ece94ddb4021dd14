"use client";

import { useEffect, useState } from "react";
import type * as z from "zod";
import { FormActions } from "@/components/forms/form-actions";
import { useForm } from "@/components/forms/use-form";
import { CheckField } from "@/components/ui/check-field";
import { ControlGroup } from "@/components/ui/control-group";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { ShareDraft } from "./share-draft";
import type { ShareWords } from "./share-words";

interface ShareLinkFormProps<Shape extends z.ZodType, Answer> {
  readonly label: string;
  readonly choices: ShareWords["choices"];
  readonly initial: ShareDraft;
  /** True if the link has a password already. */
  readonly hasPassword: boolean;
  readonly words: { readonly save: string; readonly saving: string };
  readonly shape: Shape;
  readonly bodyOf: (draft: ShareDraft) => z.input<Shape>;
  readonly send: (body: z.input<Shape>) => Promise<Answer>;
  readonly onSent: (answer: Answer) => void;
  readonly onCancel: () => void;
}

/** Edits what visitors of a link need and may do. */
export function ShareLinkForm<Shape extends z.ZodType, Answer>(props: ShareLinkFormProps<Shape, Answer>) {
  const { label, choices, initial, hasPassword, words, shape, bodyOf, send, onSent, onCancel } = props;
  const [draft, setDraft] = useState(initial);
  const edit = (change: Partial<ShareDraft>) => setDraft((before) => ({ ...before, ...change }));
  const { ref, problems, isBusy, onSubmit } = useForm({ shape, body: () => bodyOf(draft), send, onSent });
  useEffect(() => {
    ref.current?.querySelector("input")?.focus();
    ref.current?.scrollIntoView({ block: "nearest" });
  }, [ref]);
  return (
    <form
      ref={ref}
      aria-label={label}
      onSubmit={onSubmit}
      noValidate
      className="flex flex-col gap-3 rounded-md border border-border p-3"
    >
      {problems[""] && <Notice>{problems[""]}</Notice>}
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          label={hasPassword ? "New password (empty to keep it)" : "Password (optional)"}
          type="password"
          value={draft.password}
          onChange={(password) => edit({ password })}
          error={problems.password}
          disabled={draft.dropsPassword}
          autoComplete="new-password"
          className="flex-1 basis-48"
        />
        <TextField
          label="Last valid day (optional)"
          type="date"
          value={draft.day}
          onChange={(day) => edit({ day })}
          error={problems.expiresAt}
          className="flex-1 basis-48"
        />
      </div>
      {hasPassword && (
        <CheckField
          label="Remove the password"
          value={draft.dropsPassword}
          onChange={(dropsPassword) => edit({ dropsPassword, password: "" })}
        />
      )}
      <ControlGroup legend="Visitors may">
        {choices.map(({ key, label: choice }) => (
          <CheckField
            key={key}
            label={choice}
            value={draft[key]}
            onChange={(value) => edit({ [key]: value })}
          />
        ))}
      </ControlGroup>
      <FormActions words={words} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
