"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Button } from "./button";
import { isDragging, leaveEscToDrag } from "./drag-keys";
import { Notice } from "./notice";

interface DialogProps {
  open: boolean;
  /** Esc, a click beside it, or a button within it. */
  onClose: () => void;
  title: string;
  /** `wide` for forms with rows. */
  size?: "narrow" | "wide";
  /** What has the focus first; left out: the first thing that can have it. */
  initialFocus?: () => HTMLElement | null | undefined;
  /** What has the focus after it; left out: what had it before. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}

export function Dialog({
  open,
  onClose,
  title,
  size = "narrow",
  initialFocus,
  finalFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!next && !leaveEscToDrag(details)) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup
          className={`${popupLook} ${size === "wide" ? "max-w-2xl" : "max-w-sm"}`}
          initialFocus={initialFocus && (() => !focusAtOnce(initialFocus()))}
          finalFocus={finalFocus}
          // It keeps the arrows to itself, which move what is dragged by keyboard.
          onKeyDown={(event) => isDragging() && event.preventBaseUIHandler()}
        >
          <Base.Title className="border-border border-b px-4 py-3 font-semibold text-sm">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Base UI would wait for the next frame, and what is typed ahead of it would go to what lies below. */
function focusAtOnce(first: HTMLElement | null | undefined): boolean {
  first?.focus();
  return Boolean(first);
}

interface ConfirmProps {
  open: boolean;
  title: string;
  description: string;
  /** What the two buttons say. */
  words: { confirm: string; cancel: string };
  /** Why it could not be done. */
  problem?: string;
  /** While it is being done. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** What there is to say besides. */
  children?: ReactNode;
}

/** Asks before something is lost; the safe answer has the focus. */
export function Confirm(props: ConfirmProps) {
  const { open, title, description, words, problem, isBusy, onConfirm, onCancel, children } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropLook} />
        <AlertDialog.Popup className={`${popupLook} max-w-sm gap-2 p-4`}>
          <AlertDialog.Title className="font-semibold text-sm">{title}</AlertDialog.Title>
          <AlertDialog.Description className="text-muted">{description}</AlertDialog.Description>
          {children}
          {problem !== undefined && <Notice>{problem}</Notice>}
          <div className="mt-2 flex justify-end gap-2">
            <AlertDialog.Close render={<Button />}>{words.cancel}</AlertDialog.Close>
            <Button look="danger" onClick={onConfirm} disabled={isBusy}>
              {words.confirm}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export const backdropLook =
  "fixed inset-0 z-40 bg-backdrop transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** Stands at the same height however long its content grows, so that nothing moves under the pointer. */
export const popupLook =
  "fixed inset-x-0 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1rem)] flex-col rounded-xl bg-raised shadow-raised outline-none transition-opacity duration-100 sm:top-[12dvh] sm:max-h-[80dvh] data-ending-style:opacity-0 data-starting-style:opacity-0";
