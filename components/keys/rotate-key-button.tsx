"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { problemsOf } from "@/components/forms/problems";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { type Choice, SelectField } from "@/components/ui/select-field";
import { api } from "@/lib/client/api";
import type { Key, ShownKey } from "@/lib/contract/keys";
import { useKeysChanged } from "./use-keys";

export function RotateKeyButton({ value }: { value: Key }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-label={`Rotate ${value.name}`} onClick={() => setIsOpen(true)}>
        Rotate
      </Button>
      <SecretDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Rotate “${value.name}”`}
        what="key"
        label="API key"
      >
        {(show) => (
          <RotateForm
            keyId={value.id}
            onRotated={({ name, key }) => show({ title: `API key “${name}”`, value: key })}
            onCancel={() => setIsOpen(false)}
          />
        )}
      </SecretDialog>
    </>
  );
}

interface RotateFormProps {
  keyId: string;
  onRotated: (key: ShownKey) => void;
  onCancel: () => void;
}

function RotateForm({ keyId, onRotated, onCancel }: RotateFormProps) {
  const [overlap, setOverlap] = useState("0");
  const keysChanged = useKeysChanged();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      api("POST /keys/{keyId}/rotate", { params: { keyId }, body: { overlapSeconds: Number(overlap) } }),
    onSuccess: (key) => {
      onRotated(key);
      keysChanged();
    },
  });
  const problems = error ? Object.values(problemsOf(error)) : [];
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-muted">
        This creates a new secret. The key's name and rights stay the same. People signed in with the key have
        to sign in again once the old secret expires.
      </p>
      {problems.length > 0 && <Notice>{problems[0]}</Notice>}
      <SelectField
        label="Old secret expires"
        value={overlap}
        choices={overlapChoices}
        onChange={setOverlap}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Rotating…" : "Rotate key"}
        </Button>
      </div>
    </div>
  );
}

const overlapChoices: Choice[] = [
  { value: "0", label: "Immediately" },
  { value: "300", label: "In 5 minutes" },
  { value: "3600", label: "In an hour" },
  { value: "86400", label: "In a day" },
  { value: "604800", label: "In a week" },
];
