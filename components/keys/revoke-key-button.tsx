"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Confirm } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { Key } from "@/lib/contract/keys";
import { useKeysChanged } from "./use-keys";

interface RevokeKeyButtonProps {
  value: Key;
  onRevoked: () => void;
}

export function RevokeKeyButton({ value: { id, name, made }, onRevoked }: RevokeKeyButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [withMade, setWithMade] = useState(false);
  const keysChanged = useKeysChanged();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api("DELETE /keys/{keyId}", { params: { keyId: id }, query: withMade ? { made: "true" } : {} }),
    onSuccess: () => {
      toast.success(withMade ? `“${name}” and the keys it created were revoked` : `“${name}” was revoked`);
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
        onClick={() => {
          setWithMade(false);
          setIsAsking(true);
        }}
      >
        Revoke
      </Button>
      <Confirm
        open={isAsking}
        title={`Revoke “${name}”?`}
        description="Apps that use it lose access within a second, and people signed in with it are signed out. This can't be undone."
        words={{ confirm: "Revoke key", cancel: "Cancel" }}
        onConfirm={revoke}
        onCancel={() => setIsAsking(false)}
      >
        {made > 0 && (
          <CheckField
            label={
              made === 1 ? "Also revoke the 1 key it created" : `Also revoke the ${made} keys it created`
            }
            value={withMade}
            onChange={setWithMade}
          />
        )}
      </Confirm>
    </>
  );
}
