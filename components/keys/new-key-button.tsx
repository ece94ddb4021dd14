"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { keyCreate } from "@/lib/contract/keys";
import { emptyDraft, type KeyDraft, toKeyCreate } from "./key-draft";
import { KeyForm } from "./key-form";
import type { Reach } from "./reach";
import { useKeysChanged } from "./use-keys";

interface NewKeyButtonProps {
  reach: Reach;
  label?: string;
  /** The first contents of the form. */
  initial?: Partial<KeyDraft>;
  onMade?: (key: string) => void;
}

export function NewKeyButton({ reach, label = "New key", initial, onMade }: NewKeyButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const keysChanged = useKeysChanged();
  return (
    <>
      <Button look="primary" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden className="size-4" />
        {label}
      </Button>
      <SecretDialog open={isOpen} onClose={() => setIsOpen(false)} title={label} what="key" label="API key">
        {(show) => (
          <KeyForm
            initial={{ ...emptyDraft, isForSome: !reach.isForAll, ...initial }}
            reach={reach}
            words={{ save: "Create key", saving: "Creating…" }}
            bodyOf={(draft) => toKeyCreate(draft, new Date())}
            shape={keyCreate}
            send={(body) => api("POST /keys", { body })}
            onSent={(key) => {
              show({ title: `API key “${key.name}”`, value: key.key });
              onMade?.(key.key);
              keysChanged();
            }}
            onCancel={() => setIsOpen(false)}
          />
        )}
      </SecretDialog>
    </>
  );
}
