"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { Popover } from "@base-ui/react/popover";
import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { type Anchor, anchoredTo } from "./anchor";
import { Button } from "./button";
import { type ChangeDetails, isDragging, leaveEscToDrag } from "./drag-keys";
import { IconButton } from "./icon-button";
import { Notice } from "./notice";
import { usePortalPlace, WithinPopup } from "./use-portal-place";

interface DialogProps {
  open: boolean;
  /** Esc, a click beside it, or a button within it. */
  onClose: () => void;
  title: string;
  /** `wide` for forms with rows. */
  size?: "narrow" | "wide";
  /** What it is about: it stands there if that is in sight and the window is wide enough, else in the middle. */
  anchor?: Anchor | undefined;
  /** Set once something was typed that is not saved: then a click beside it does not close it. */
  holdsInput?: boolean;
  /** What has the focus first; left out: the first thing that can have it. */
  initialFocus?: (() => HTMLElement | null | undefined) | undefined;
  /** What has the focus after it; left out: what had it before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
}

/** Something to read or fill in before going on; the page behind waits. */
export function Dialog({ anchor, ...props }: DialogProps) {
  return anchor ? <AnchoredDialog anchor={anchor} {...props} /> : <CentredDialog {...props} />;
}

function CentredDialog({ title, size = "narrow", children, ...props }: Omit<DialogProps, "anchor">) {
  return (
    <Base.Root {...openState(props)}>
      <Base.Portal container={usePortalPlace()}>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup
          className={`${popupLook} ${size === "wide" ? "max-w-2xl" : "max-w-sm"}`}
          {...focusAround(props)}
        >
          <Base.Title className="border-border border-b px-4 py-3 font-semibold text-sm">{title}</Base.Title>
          <WithinPopup value>{children}</WithinPopup>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function AnchoredDialog({ anchor, ...props }: DialogProps & { anchor: Anchor }) {
  const [place] = useState(() => anchoredTo(anchor));
  const portalPlace = usePortalPlace();
  if (!place) return <CentredDialog {...props} />;
  const { title, size = "narrow", children } = props;
  return (
    <Popover.Root modal {...openState(props)}>
      <Popover.Portal container={portalPlace}>
        <Popover.Positioner
          anchor={place}
          className="z-40"
          sideOffset={4}
          align="start"
          collisionPadding={8}
          collisionAvoidance={{ side: "shift", align: "shift" }}
        >
          <Popover.Popup
            className={`flex max-h-(--available-height) w-[calc(100vw-1rem)] flex-col rounded-xl bg-raised shadow-raised outline-none ${size === "wide" ? "max-w-md" : "max-w-sm"}`}
            {...focusAround(props)}
          >
            <div className="flex shrink-0 items-center justify-between gap-2 border-border border-b py-1.5 ps-4 pe-2">
              <Popover.Title className="min-w-0 truncate font-semibold text-sm">{title}</Popover.Title>
              <Popover.Close render={<IconButton icon={X} label="Dismiss" tabIndex={-1} />} />
            </div>
            <WithinPopup value>{children}</WithinPopup>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function openState({ open, onClose, holdsInput }: Pick<DialogProps, "open" | "onClose" | "holdsInput">) {
  return {
    open,
    onOpenChange(next: boolean, details: ChangeDetails) {
      if (next || leaveEscToDrag(details)) return;
      if (holdsInput && details.reason === "outside-press") return;
      onClose();
    },
  };
}

function focusAround({ initialFocus, finalFocus }: Pick<DialogProps, "initialFocus" | "finalFocus">) {
  return {
    initialFocus: initialFocus && (() => !focusAtOnce(initialFocus())),
    finalFocus,
    // It keeps the arrows to itself, which move what is dragged by keyboard.
    onKeyDown: ((event) => isDragging() && event.preventBaseUIHandler()) as ComponentProps<
      typeof Base.Popup
    >["onKeyDown"],
  };
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
      <AlertDialog.Portal container={usePortalPlace()}>
        {/* Not within another dialog, which dims itself: see `popupLook`. */}
        <AlertDialog.Backdrop className={backdropLook} />
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
  "fixed inset-x-0 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1rem)] flex-col rounded-xl bg-raised shadow-raised outline-none transition-opacity duration-100 after:pointer-events-none after:absolute after:inset-0 after:rounded-xl after:bg-backdrop after:opacity-0 data-nested-dialog-open:after:opacity-100 sm:top-[12dvh] sm:max-h-[80dvh] data-ending-style:opacity-0 data-starting-style:opacity-0";
