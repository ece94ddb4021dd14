"use client";

import { type ReactNode, useState } from "react";
import { Confirm, Dialog } from "@/components/ui/dialog";
import type { ShownKey } from "@/lib/contract/keys";
import { Secret } from "./secret";

interface SecretDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  /** The form that creates the key; it calls `show` with the result. */
  children: (show: (key: ShownKey) => void) => ReactNode;
}

/** Shows a form, then the key it created. Confirms before closing if the key was not copied. */
export function SecretDialog({ open, title, onClose, children }: SecretDialogProps) {
  const [shown, setShown] = useState<ShownKey | null>(null);
  const [state, setState] = useState<"unread" | "read" | "asking">("unread");

  function close() {
    onClose();
    setShown(null);
    setState("unread");
  }

  const leave = () => (shown && state === "unread" ? setState("asking") : close());
  return (
    <Dialog open={open} onClose={leave} title={shown ? `API key “${shown.name}”` : title}>
      {shown ? (
        <Secret value={shown.key} onCopy={() => setState("read")} onDone={close} />
      ) : (
        children(setShown)
      )}
      <Confirm
        open={state === "asking"}
        title="Close without copying the key?"
        description="You won't be able to see it again."
        words={{ confirm: "Close without copying", cancel: "Go back" }}
        onConfirm={close}
        onCancel={() => setState("unread")}
      />
    </Dialog>
  );
}
