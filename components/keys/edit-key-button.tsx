"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { api } from "@/lib/client/api";
import { type Key, keyUpdate } from "@/lib/contract/keys";
import { draftOf, toKeyUpdate } from "./key-draft";
import { KeyForm } from "./key-form";
import type { Reach } from "./reach";
import { useKeysChanged } from "./use-keys";

export function EditKeyButton({ value, reach }: { value: Key; reach: Reach }) {
  const [isOpen, setIsOpen] = useState(false);
  const keysChanged = useKeysChanged();
  return (
    <>
      <Button look="quiet" aria-label={`Edit ${value.name}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Edit key">
        <KeyForm
          initial={draftOf(value)}
          reach={reach}
          words={{ save: "Save", saving: "Saving…" }}
          bodyOf={(draft) => toKeyUpdate(draft, value, new Date())}
          shape={keyUpdate}
          send={(body) => api("PATCH /keys/{keyId}", { params: { keyId: value.id }, body })}
          onSent={() => {
            keysChanged();
            setIsOpen(false);
          }}
          onCancel={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}
