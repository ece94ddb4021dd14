"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { forgetWrite, type KeptWrite, keptWrites } from "@/components/edits/kept-writes";
import { holdIdentity, signedInAs } from "@/components/edits/signed-in-as";
import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import { isSignedOut } from "@/lib/contract/errors";

interface SignOut {
  readonly signOut: () => void;
  readonly isPending: boolean;
  /** The question about unsaved changes, to be rendered beside what signs out. */
  readonly question: ReactNode;
}

/** Signs out, after a question if there are unsaved changes. */
export function useSignOut(): SignOut {
  const [kept, setKept] = useState<readonly KeptWrite[]>([]);
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const release = holdIdentity();
      return api("DELETE /session").catch((error) => {
        if (!isSignedOut(error)) release();
        throw error;
      });
    },
    onSuccess: leave,
    onError: (error) => (isSignedOut(error) ? leave() : toast.error(error.message)),
  });

  function signOut(): void {
    const own = keptWrites(() => localStorage).filter(({ identity }) => identity === signedInAs());
    setKept(own);
    if (own.length === 0) mutate();
  }
  function discard(): void {
    for (const { key } of kept) forgetWrite(() => localStorage, key);
    setKept([]);
    mutate();
  }

  const count = kept.reduce((sum, { edits }) => sum + edits.length, 0);
  const question = (
    <Confirm
      open={count > 0}
      title={counted(count, "unsaved change")}
      description="Keep unsaved changes in this browser to save them when you sign in again with the same key, or discard them."
      words={{ confirm: "Discard and sign out", cancel: "Cancel" }}
      isBusy={isPending}
      onConfirm={discard}
      onCancel={() => setKept([])}
    >
      <Button
        className="self-end"
        disabled={isPending}
        onClick={() => {
          setKept([]);
          mutate();
        }}
      >
        Keep and sign out
      </Button>
    </Confirm>
  );
  return { signOut, isPending, question };
}

/** Loads a new page, so that no data stays in memory. */
function leave(): void {
  window.location.assign("/login");
}
