"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/dialog";
import { usePeopleChanged } from "./use-people";

interface RemoveButtonProps {
  /** The accessible name, which begins with "Remove". */
  label: string;
  title: string;
  description: string;
  /** If it throws, the question stays open and shows the error. */
  remove: () => Promise<unknown>;
  onRemoved: () => void;
}

/** Removes a person, after a confirmation. */
export function RemoveButton({ label, title, description, remove, onRemoved }: RemoveButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const peopleChanged = usePeopleChanged();
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: remove,
    onSuccess() {
      setIsAsking(false);
      onRemoved();
      void peopleChanged();
    },
  });
  return (
    <>
      <Button
        look="quiet"
        aria-label={label}
        onClick={() => {
          reset();
          setIsAsking(true);
        }}
      >
        Remove
      </Button>
      <Confirm
        open={isAsking}
        title={title}
        description={description}
        words={{ confirm: isPending ? "Removing…" : "Remove", cancel: "Cancel" }}
        problem={error?.message}
        isBusy={isPending}
        onConfirm={mutate}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
