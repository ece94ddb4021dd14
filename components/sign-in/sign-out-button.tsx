"use client";

import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { isSignedOut } from "@/lib/contract/errors";

export function SignOutButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api("DELETE /session"),
    onSuccess: leave,
    onError: (error) => (isSignedOut(error) ? leave() : toast.error(error.message)),
  });
  return (
    <Button look="quiet" disabled={isPending} onClick={() => mutate()}>
      Sign out
    </Button>
  );
}

/** A whole new page, so that nothing of the old one stays in memory. */
function leave(): void {
  window.location.assign("/login");
}
