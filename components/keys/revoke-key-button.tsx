"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/dialog";
import { api } from "@/lib/client/api";
import type { Key } from "@/lib/contract/keys";
import { useKeysChanged } from "./use-keys";

interface RevokeKeyButtonProps {
  value: Key;
  onRevoked: () => void;
}

export function RevokeKeyButton({ value: { id, name }, onRevoked }: RevokeKeyButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const keysChanged = useKeysChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api("DELETE /keys/{keyId}", { params: { keyId: id } }),
    onSuccess: () => {
      toast.success(`“${name}” is revoked.`);
      onRevoked();
    },
    onError: (error) => toast.error(error.message),
    onSettled: keysChanged,
  });

  function revoke() {
    setIsAsking(false);
    mutate();
  }

  return (
    <>
      <Button
        look="quiet"
        aria-label={`Revoke ${name}`}
        disabled={isPending}
        onClick={() => setIsAsking(true)}
      >
        Revoke
      </Button>
      <Confirm
        open={isAsking}
        title={`Revoke “${name}”?`}
        description="What uses it is refused within a second, and who has signed in with it is signed out. This cannot be undone."
        words={{ confirm: "Revoke key", cancel: "Keep it" }}
        onConfirm={revoke}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
