"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { FormActions } from "@/components/forms/form-actions";
import { freeName } from "@/components/forms/free-name";
import { problemsOf } from "@/components/forms/problems";
import { useForm } from "@/components/forms/use-form";
import { createPasskey, PasskeyError } from "@/components/sign-in/webauthn";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { name as nameShape } from "@/lib/contract/names";
import { type Passkey, type PasskeyCreationOptions, passkeyBegin } from "@/lib/contract/passkeys";
import type { Me } from "@/lib/contract/people";
import { deviceName } from "./device-name";
import { Code, CurrentPassword } from "./second-factor";
import { usePasskeysChanged } from "./use-passkeys";

interface AddPasskeyProps {
  me: Me;
  /** Those so far. */
  passkeys: readonly Passkey[];
}

/** Adds a passkey: asks for its name and the password, then for confirmation on the device. */
export function AddPasskeyButton({ me, passkeys }: AddPasskeyProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        Add a passkey
      </Button>
      <Dialog open={isOpen} onClose={close} title="Add a passkey" holdsInput>
        <AddForm me={me} passkeys={passkeys} onClose={close} />
      </Dialog>
    </>
  );
}

const shape = passkeyBegin.extend({ name: nameShape });

function AddForm({ me, passkeys, onClose }: AddPasskeyProps & { onClose: () => void }) {
  const [name, setName] = useState(() =>
    freeName(
      deviceName(navigator.userAgent),
      passkeys.map((each) => each.name),
    ),
  );
  const [currentPassword, setCurrentPassword] = useState("");
  const [code, setCode] = useState("");
  const passkeysChanged = usePasskeysChanged();
  // Kept after a failure on the device, because a code of the second factor works only once.
  const begun = useRef<PasskeyCreationOptions>(null);
  const { ref, problems, isBusy, onSubmit } = useForm({
    shape,
    body: () => ({ name, currentPassword, ...(me.hasSecondFactor && { code }) }),
    async send({ name: chosen, ...proof }) {
      begun.current ??= await api("POST /me/passkeys/options", { body: proof });
      const credential = await createPasskey(begun.current);
      begun.current = null;
      return api("POST /me/passkeys", { body: { name: chosen, credential } });
    },
    onSent(added) {
      toast.success(`“${added.name}” was added`);
      onClose();
      void passkeysChanged();
    },
    toProblems: (error) => (error instanceof PasskeyError ? { "": error.message } : problemsOf(error)),
    isOnce: true,
  });
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex flex-col gap-4 p-4">
      {problems[""] && <Notice>{problems[""]}</Notice>}
      <TextField label="Name" value={name} onChange={setName} error={problems.name} />
      <CurrentPassword
        value={currentPassword}
        onChange={setCurrentPassword}
        error={problems.currentPassword}
      />
      {me.hasSecondFactor && <Code value={code} onChange={setCode} error={problems.code} />}
      <FormActions words={{ save: "Continue", saving: "Waiting…" }} isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}
