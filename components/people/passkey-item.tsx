"use client";

import { type RefObject, useState } from "react";
import { NameDialog } from "@/components/forms/name-dialog";
import { Button } from "@/components/ui/button";
import { Day } from "@/components/ui/fact";
import { api } from "@/lib/client/api";
import type { Passkey } from "@/lib/contract/passkeys";
import { RemovePasskeyButton } from "./remove-passkey-button";
import { usePasskeysChanged } from "./use-passkeys";

interface PasskeyItemProps {
  value: Passkey;
  /** The element to focus once this one is gone. */
  focusOnceRemoved: RefObject<HTMLElement | null>;
}

/** The name, times and actions of a passkey. */
export function PasskeyItem({ value, focusOnceRemoved }: PasskeyItemProps) {
  const { id: passkeyId, name, createdAt, lastUsedAt } = value;
  const [isRenaming, setIsRenaming] = useState(false);
  const passkeysChanged = usePasskeysChanged();
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2 text-dense">
      <span className="min-w-0 flex-1 basis-40 truncate" title={name}>
        {name}
      </span>
      <span className="text-muted">
        Added <Day moment={createdAt} />,{" "}
        {lastUsedAt === null ? (
          "never used"
        ) : (
          <>
            last used <Day moment={lastUsedAt} />
          </>
        )}
      </span>
      <div className="-mx-3 flex">
        <Button look="quiet" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <RemovePasskeyButton value={value} focusOnceRemoved={focusOnceRemoved} />
      </div>
      {isRenaming && (
        <NameDialog
          title="Rename passkey"
          name={name}
          words={{ save: "Rename", saving: "Renaming…" }}
          onSave={async (next) => {
            await api("PATCH /me/passkeys/{passkeyId}", { params: { passkeyId }, body: { name: next } });
            await passkeysChanged();
          }}
          onClose={() => setIsRenaming(false)}
        />
      )}
    </li>
  );
}
