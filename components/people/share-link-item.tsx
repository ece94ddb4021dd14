"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { usePersonId } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/dialog";
import { Day, Fact } from "@/components/ui/fact";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { type Share, shareUpdate } from "@/lib/contract/shares";
import { draftOf, toShareUpdate } from "./share-draft";
import { ShareLinkForm } from "./share-link-form";
import { permitted, type ShareWords } from "./share-words";
import { useSharesChanged } from "./use-shares";

interface ShareLinkItemProps {
  readonly value: Share;
  readonly words: ShareWords;
  readonly onNewAddress: (share: Share) => void;
  readonly onSwitchedOff: () => void;
}

/** A link to a view, with its settings and actions. */
export function ShareLinkItem({ value, words, onNewAddress, onSwitchedOff }: ShareLinkItemProps) {
  const { id: shareId, databaseId, createdBy, createdAt, expiresAt, hasPassword, lastUsedAt } = value;
  const [isEditing, setIsEditing] = useState(false);
  const [asking, setAsking] = useState<"rotate" | "off" | null>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The focused form is gone.
  useEffect(() => {
    if (wasEditing.current && !isEditing) changeButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const sharesChanged = useSharesChanged();
  const isSelf = usePersonId() === createdBy.id;
  const params = { databaseId, shareId };
  const rotation = useMutation({
    mutationFn: () => api("POST /bases/{databaseId}/shares/{shareId}/rotate", { params }),
    onSuccess(share) {
      setAsking(null);
      onNewAddress(share);
    },
  });
  const ending = useMutation({
    mutationFn: () => api("DELETE /bases/{databaseId}/shares/{shareId}", { params }),
    onSuccess() {
      setAsking(null);
      toast.success("The link is switched off");
      onSwitchedOff();
      void sharesChanged();
    },
  });
  const isExpired = expiresAt !== null && new Date(expiresAt) <= new Date();
  const name = isSelf ? "you" : (createdBy.name ?? "the owner");
  return (
    <li className="flex flex-col gap-2 py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        <Fact label="Created">
          <Day moment={createdAt} /> {`by ${name}`}
        </Fact>
        <Fact label={isExpired ? "Expired" : "Expires"} isAlarming={isExpired}>
          {expiresAt === null ? "Never" : <Day moment={expiresAt} />}
        </Fact>
        <Fact label="Password">{hasPassword ? "Yes" : "None"}</Fact>
        <Fact label="Last used">{lastUsedAt === null ? "Never" : <Day moment={lastUsedAt} />}</Fact>
      </dl>
      <p className="text-dense text-muted">
        {value.isForm === words.isForm ? permitted(words, value) : words.mismatch}
      </p>
      {isEditing ? (
        <ShareLinkForm
          label="Options of the link"
          choices={words.choices}
          initial={draftOf(value)}
          hasPassword={hasPassword}
          words={{ save: "Save", saving: "Saving…" }}
          shape={shareUpdate}
          bodyOf={(draft) => toShareUpdate(draft, value)}
          send={(body) => api("PATCH /bases/{databaseId}/shares/{shareId}", { params, body })}
          onSent={() => {
            void sharesChanged();
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      ) : (
        <div className="-mx-3 flex flex-wrap">
          <Button ref={changeButton} look="quiet" onClick={() => setIsEditing(true)}>
            Change options
          </Button>
          <Button look="quiet" onClick={() => setAsking("rotate")}>
            New address
          </Button>
          <Button look="quiet" onClick={() => setAsking("off")}>
            Switch off
          </Button>
        </div>
      )}
      <Confirm
        open={asking === "rotate"}
        title="Give this link a new address?"
        description="The old address stops working at once. You get the new one to pass on."
        words={{ confirm: rotation.isPending ? "Changing…" : "New address", cancel: "Cancel" }}
        problem={rotation.error?.message}
        isBusy={rotation.isPending}
        onConfirm={rotation.mutate}
        onCancel={() => setAsking(null)}
      />
      <Confirm
        open={asking === "off"}
        title="Switch off this link?"
        description="Nobody can open it any more. This can't be undone."
        words={{ confirm: ending.isPending ? "Switching off…" : "Switch off", cancel: "Cancel" }}
        problem={ending.error?.message}
        isBusy={ending.isPending}
        onConfirm={ending.mutate}
        onCancel={() => setAsking(null)}
      />
    </li>
  );
}
