"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { z } from "zod";
import type { Anchor } from "@/components/ui/anchor";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { name as nameShape } from "@/lib/contract/names";
import { FormActions } from "./form-actions";
import { type Problems, problemsIn, problemsOf } from "./problems";
import { useFocusOnFirstProblem } from "./use-focus-on-first-problem";

interface NameDialogProps {
  title: string;
  /** What the name is to begin with. */
  name: string;
  /** What the button says, now and while it is done. */
  words: { save: string; saving: string };
  /** Does it; what it throws is said beside the input. */
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
  /** What bears the name, or will. */
  anchor?: Anchor;
}

/** Asks for the name of something that is made or called otherwise. */
export function NameDialog({ title, name: first, words, onSave, onClose, anchor }: NameDialogProps) {
  const [name, setName] = useState(first);
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFirstProblem(form, problems);
  const { mutate, isPending } = useMutation({
    mutationFn: () => onSave(name),
    onSuccess: onClose,
    onError: (error) => setProblems(problemsOf(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    // Dialogs may stand in other forms.
    event.stopPropagation();
    const found = problemsIn(z.object({ name: nameShape }), { name });
    setProblems(found);
    if (Object.keys(found).length === 0) mutate();
  }

  return (
    <Dialog open onClose={onClose} title={title} anchor={anchor} holdsInput={name !== first}>
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4 p-4">
        {problems[""] && <Notice>{problems[""]}</Notice>}
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={problems.name}
          onFocus={(event) => event.currentTarget.select()}
        />
        <FormActions words={words} isBusy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
