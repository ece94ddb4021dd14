"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import * as z from "zod";
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
  /** The initial name. */
  name: string;
  /** The label of the button, and its label while saving. */
  words: { save: string; saving: string };
  /** Saves the name. If it throws, the error is shown below the input. */
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
  /** The element to open beside. */
  anchor?: Anchor;
  /** Further inputs. */
  children?: ReactNode;
}

/** Asks for a name, to create or rename something. */
export function NameDialog(props: NameDialogProps) {
  const { title, name: first, words, onSave, onClose, anchor, children } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? first;
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
    // React events bubble to a form that this dialog may be nested in.
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
          onChange={setTyped}
          error={problems.name}
          onFocus={(event) => event.currentTarget.select()}
        />
        {children}
        <FormActions words={words} isBusy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
