"use client";

import { useMutation } from "@tanstack/react-query";
import { Confirm } from "@/components/ui/dialog";
import { ApiError } from "@/lib/contract/errors";

interface DeleteDialogProps {
  title: string;
  /** What goes with it. */
  description: string;
  /** What is said instead of deleting it. */
  keep?: string;
  /** Does it; what it throws is said, and nothing is closed. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is deleted, and says so where it cannot be. */
export function DeleteDialog({ title, description, keep = "Keep it", onDelete, onClose }: DeleteDialogProps) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onDelete, onSuccess: onClose });
  return (
    <Confirm
      open
      title={title}
      description={description}
      words={{ confirm: isPending ? "Deleting…" : "Delete", cancel: keep }}
      problem={error ? problemOf(error) : undefined}
      isBusy={isPending}
      onConfirm={mutate}
      onCancel={onClose}
    />
  );
}

/** The words of a refusal, which go on from a path, about what a person knows it by. */
export function problemOf(error: Error, subject = "It"): string {
  const [detail] = error instanceof ApiError ? (error.details ?? []) : [];
  return detail ? `${subject} ${detail.message}.` : error.message;
}
