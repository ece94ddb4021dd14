"use client";

import { type ReactNode, useState } from "react";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { Secret } from "./secret";

/** A key or link that cannot be shown again. */
export interface ShownSecret {
  /** The title of the dialog. */
  readonly title: string;
  readonly value: string;
  /** Says what to do with it. */
  readonly lead?: string;
  /** Shown below it, in a wide dialog. */
  readonly more?: ReactNode;
}

interface SecretDialogProps {
  open: boolean;
  title: string;
  /** The kind of secret, such as "key". */
  what: string;
  /** The label of the input with the secret. */
  label: string;
  size?: "narrow" | "wide" | "editor";
  /** True if the form holds input: a click outside then does not close the dialog. */
  holdsInput?: boolean;
  onClose: () => void;
  /** The form that creates the secret; it calls `show` with the result. */
  children: (show: (secret: ShownSecret) => void) => ReactNode;
}

/** Shows a form, then the secret it created. Confirms before closing if the secret was not copied. */
export function SecretDialog({
  open,
  title,
  what,
  label,
  size,
  holdsInput,
  onClose,
  children,
}: SecretDialogProps) {
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const [state, setState] = useState<"unread" | "read" | "asking">("unread");

  function close() {
    onClose();
    setShown(null);
    setState("unread");
  }

  const leave = () => (shown && state === "unread" ? setState("asking") : close());
  return (
    <Dialog
      open={open}
      onClose={leave}
      title={shown?.title ?? title}
      holdsInput={holdsInput && !shown}
      size={shown ? (shown.more ? "wide" : "narrow") : size}
    >
      {shown ? (
        <Secret
          value={shown.value}
          label={label}
          what={what}
          lead={shown.lead}
          more={shown.more}
          onCopy={() => setState("read")}
          onDone={close}
        />
      ) : (
        children(setShown)
      )}
      <Confirm
        open={state === "asking"}
        title={`Close without copying the ${what}?`}
        description="You won't be able to see it again."
        words={{ confirm: "Close without copying", cancel: "Go back" }}
        onConfirm={close}
        onCancel={() => setState("unread")}
      />
    </Dialog>
  );
}
