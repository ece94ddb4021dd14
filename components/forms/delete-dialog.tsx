"use client";

import { useMutation } from "@tanstack/react-query";
import { Confirm } from "@/components/ui/dialog";
import { ApiError } from "@/lib/contract/errors";

interface DeleteDialogProps {
  title: string;
  /** Names what is deleted with it. */
  description: string;
  /** Deletes it. If it throws, the dialog stays open and shows the error. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  /** The element to focus on closing. Default: the one focused before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/** Asks for confirmation, deletes, and shows the error if that fails. */
export function DeleteDialog({ title, description, onDelete, onClose, finalFocus }: DeleteDialogProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onDelete, onSuccess: onClose });
  return (
    <Confirm
      open
      title={title}
      description={description}
      words={{ confirm: isPending ? "Deleting…" : "Delete", cancel: "Cancel" }}
      problem={error ? problemOf(error) : undefined}
      isBusy={isPending}
      onConfirm={mutate}
      onCancel={onClose}
      finalFocus={finalFocus}
    />
  );
}

/** Turns an error's first detail, a predicate such as "is taken", into a sentence about `subject`. */
export function problemOf(error: Error, subject = "It"): string {
  const [detail] = error instanceof ApiError ? (error.details ?? []) : [];
  return detail ? `${subject} ${detail.message}.` : error.message;
}
