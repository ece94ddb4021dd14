"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SecretDialog, type ShownSecret } from "@/components/forms/secret-dialog";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";

interface ResetProps {
  personId: string;
  /** The person's name. */
  who: string;
}

/** Creates a link with which a person chooses a new password. */
export function ResetButton({ personId, who }: ResetProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button look="quiet" aria-label={`Reset password of ${who}`} onClick={() => setIsOpen(true)}>
        Reset password
      </Button>
      <SecretDialog
        open={isOpen}
        onClose={close}
        title={`Reset password of “${who}”`}
        what="link"
        label="Link"
      >
        {(show) => <ResetForm personId={personId} who={who} onCreated={show} onCancel={close} />}
      </SecretDialog>
    </>
  );
}

interface ResetFormProps extends ResetProps {
  onCreated: (link: ShownSecret) => void;
  onCancel: () => void;
}

function ResetForm({ personId, who, onCreated, onCancel }: ResetFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api("POST /people/{personId}/reset", { params: { personId } }),
    onSuccess: ({ url, isMailed }) =>
      onCreated({
        title: `Reset password of “${who}”`,
        value: url,
        lead: `${isMailed ? "This link is on its way" : "Send this link"} to ${who}. It works once, within an hour.`,
      }),
  });
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-muted">
        This creates a link with which {who} chooses a new password. Earlier links stop working. The old
        password works until the link is used.
      </p>
      {error && <Notice>{error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Creating…" : "Create link"}
        </Button>
      </div>
    </div>
  );
}
