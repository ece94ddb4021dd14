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
  /** Called on Esc, on a click outside, and by a button inside. */
  onClose: () => void;
  title: string;
  /** `wide` for forms with rows, `editor` for formulas and filters, `full` for tables. */
  size?: "narrow" | "wide" | "editor" | "full";
  /** The element to open beside if it is visible and the window is wide enough; else the dialog is centred. */
  anchor?: Anchor | undefined;
  /** True if there is unsaved input: a click outside then does not close the dialog. */
  holdsInput?: boolean;
  /** The element to focus on opening. Default: the first focusable one. */
  initialFocus?: (() => HTMLElement | null | undefined) | undefined;
  /** The element to focus on closing. Default: the one focused before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  children: ReactNode;
}

/** A modal dialog. */
export function Dialog({ anchor, ...props }: DialogProps) {
  return anchor ? <AnchoredDialog anchor={anchor} {...props} /> : <CentredDialog {...props} />;
}

function CentredDialog({ title, size = "narrow", children, ...props }: Omit<DialogProps, "anchor">) {
  return (
    <Base.Root {...openState(props)}>
      <Base.Portal container={usePortalPlace()}>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup className={`${popupLook} ${widths[size]}`} {...focusAround(props)}>
          <Base.Title className="border-border border-b px-4 py-3 font-semibold text-sm">{title}</Base.Title>
          <WithinPopup value>{children}</WithinPopup>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const tall = "sm:top-[4dvh]! sm:max-h-[92dvh]!";
const widths = {
  narrow: "max-w-sm",
  wide: "max-w-2xl",
  editor: `max-w-2xl ${tall}`,
  full: `max-w-6xl ${tall}`,
};
/** Beside an anchor there is less room. */
const anchoredWidths = { narrow: "max-w-sm", wide: "max-w-md", editor: "max-w-2xl", full: "max-w-2xl" };

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
            className={`flex max-h-(--available-height) w-[calc(100vw-1rem)] flex-col rounded-xl bg-raised shadow-raised outline-none ${anchoredWidths[size]}`}
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
    finalFocus: finalFocus && (() => focusOnceClosed(finalFocus)),
    // Base UI would stop the arrow keys, which move an item during a drag by keyboard.
    onKeyDown: ((event) => isDragging() && event.preventBaseUIHandler()) as ComponentProps<
      typeof Base.Popup
    >["onKeyDown"],
  };
}

/** Focuses at once. Base UI waits for the next frame, and keys typed before it would go to the page behind. */
export function focusAtOnce(first: HTMLElement | null | undefined): boolean {
  first?.focus();
  return Boolean(first);
}

/**
 * Focuses after the page is drawn without the dialog. Base UI asks before, and the element it gets may disappear with
 * the dialog. Returns its answer to Base UI.
 */
function focusOnceClosed(find: () => HTMLElement | null): false {
  queueMicrotask(() => find()?.focus({ preventScroll: true }));
  return false;
}

interface ConfirmProps {
  open: boolean;
  title: string;
  description: string;
  /** The labels of the buttons. */
  words: { confirm: string; cancel: string };
  /** An error message. */
  problem?: string;
  /** Disables the confirm button. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** The element to focus on closing. Default: the one focused before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  /** Further content below the description. */
  children?: ReactNode;
}

/** A confirmation dialog. The cancel button has the focus. */
export function Confirm(props: ConfirmProps) {
  const { open, title, description, words, problem, isBusy, onConfirm, onCancel, finalFocus, children } =
    props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal container={usePortalPlace()}>
        {/* Base UI renders no nested backdrop; the outer dialog dims itself through `popupLook`. */}
        <AlertDialog.Backdrop className={backdropLook} />
        <AlertDialog.Popup className={`${popupLook} max-w-sm gap-2 p-4`} {...focusAround({ finalFocus })}>
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

/** Positions from the top, so that nothing moves under the pointer when the content grows. */
export const popupLook =
  "fixed inset-x-0 top-2 z-40 mx-auto flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1rem)] flex-col rounded-xl bg-raised shadow-raised outline-none transition-opacity duration-100 after:pointer-events-none after:absolute after:inset-0 after:rounded-xl after:bg-backdrop after:opacity-0 data-nested-dialog-open:after:opacity-100 sm:top-[12dvh] sm:max-h-[80dvh] data-ending-style:opacity-0 data-starting-style:opacity-0";
