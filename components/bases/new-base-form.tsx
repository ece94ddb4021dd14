"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { FormActions } from "@/components/forms/form-actions";
import { type Problems, problemsIn, problemsOf } from "@/components/forms/problems";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { api } from "@/lib/client/api";
import { baseCreate } from "@/lib/contract/bases";

/** Asks for the name of a new database and opens it; its page asks for the first table. */
export function NewBaseForm({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const [name, setName] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFirstProblem(form, problems);

  const router = useRouter();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => api("POST /bases", { body: { name } }),
    onSuccess: ({ id }) => router.push(`/database/${id}`),
    onError: (error) => setProblems(problemsOf(error)),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = problemsIn(baseCreate, { name });
    setProblems(found);
    if (Object.keys(found).length === 0) mutate();
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4 p-4">
      {problems[""] && <Notice>{problems[""]}</Notice>}
      <TextField label="Name" value={name} onChange={setName} error={problems.name} />
      <FormActions
        words={{ save: "Create database", saving: "Creating…" }}
        isBusy={isBusy || isPending || isSuccess}
        onCancel={onCancel}
      />
    </form>
  );
}
