"use client";

import { type RefObject, useRef, useState } from "react";
import { useForm } from "@/components/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { type Passkey, passkeyDelete } from "@/lib/contract/passkeys";
import { CurrentPassword } from "./second-factor";
import { usePasskeysChanged } from "./use-passkeys";

interface RemovePasskeyProps {
  value: Passkey;
  /** The element to focus once the button is gone. */
  focusOnceRemoved: RefObject<HTMLElement | null>;
}

/** Removes a passkey, after a confirmation that asks for the password. */
export function RemovePasskeyButton({ value, focusOnceRemoved }: RemovePasskeyProps) {
  const { name } = value;
  const isRemoved = useRef(false);
  const passkeysChanged = usePasskeysChanged();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button look="quiet" aria-label={`Remove ${name}`} onClick={() => setIsOpen(true)}>
        Remove
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title={`Remove “${name}”?`}
        finalFocus={() => (isRemoved.current ? focusOnceRemoved.current : null)}
      >
        <RemoveForm
          value={value}
          onRemoved={() => {
            isRemoved.current = true;
            close();
            toast.success(`“${name}” was removed`);
            // The dialog is gone with the button if the list is loaded before it has closed.
            void passkeysChanged().then(() => focusOnceRemoved.current?.focus());
          }}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}

interface RemoveFormProps {
  value: Passkey;
  onRemoved: () => void;
  onCancel: () => void;
}

function RemoveForm({ value: { id: passkeyId }, onRemoved, onCancel }: RemoveFormProps) {
  const [currentPassword, setCurrentPassword] = useState("");
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape: passkeyDelete,
    body: () => ({ currentPassword }),
    send: (body) => api("DELETE /me/passkeys/{passkeyId}", { params: { passkeyId }, body }),
    onSent: onRemoved,
    isOnce: true,
  });
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4 p-4">
      {problems[""] && <Notice>{problems[""]}</Notice>}
      <p className="text-pretty text-muted">
        You won't be able to sign in with it. Browsers that it signed in stay signed in. Delete it on your
        device or in your password manager, too.
      </p>
      <CurrentPassword
        value={currentPassword}
        onChange={setCurrentPassword}
        error={problems.currentPassword}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="danger" type="submit" disabled={isBusy}>
          {isBusy ? "Removing…" : "Remove"}
        </Button>
      </div>
    </form>
  );
}
