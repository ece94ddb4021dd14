import { Dialog } from "@base-ui/react/dialog";
import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { buttonLook } from "@/components/ui/button-look";
import { IconButton } from "@/components/ui/icon-button";
import { usePortalPlace } from "@/components/ui/use-portal-place";
import type { ShownPictures } from "./shown-pictures";

/** Shows pictures one by one, as large as the window allows; arrow keys turn to the next. */
export function OpenPictureViewer({ pictures, first, onClose }: ShownPictures & { onClose: () => void }) {
  const [at, setAt] = useState(first);
  const picture = pictures[at];
  const portalPlace = usePortalPlace();
  if (!picture) return null;
  const several = pictures.length > 1;
  const go = (to: number) => setAt(Math.min(Math.max(to, 0), pictures.length - 1));

  function onKeyDown(event: KeyboardEvent): void {
    const to = stepsBy[event.key]?.(at, pictures.length);
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal container={portalPlace}>
        <Dialog.Popup
          className="fixed inset-0 z-50 flex flex-col bg-background outline-none"
          onKeyDown={onKeyDown}
        >
          <header className="flex h-12 shrink-0 items-center gap-1 border-border border-b bg-surface px-3">
            <Dialog.Title dir="auto" className="min-w-0 truncate font-semibold text-sm">
              {picture.originalName}
            </Dialog.Title>
            <span role="status" className="shrink-0 px-2 text-muted tabular-nums">
              {several && `${at + 1} of ${pictures.length}`}
            </span>
            <span className="flex-1" />
            <a
              href={picture.url}
              download={picture.originalName}
              aria-label="Download"
              title="Download"
              className={buttonLook("quiet")}
            >
              <Download aria-hidden className="size-4" />
            </a>
            <a
              href={picture.url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label="Open in a new tab"
              title="Open in a new tab"
              className={buttonLook("quiet")}
            >
              <ExternalLink aria-hidden className="size-4" />
            </a>
            <Dialog.Close render={<IconButton icon={X} label="Close" />} />
          </header>
          <div className="relative flex min-h-0 flex-1 items-center justify-center p-3 sm:px-14">
            {/* biome-ignore lint/performance/noImgElement: the file as it is */}
            <img
              key={picture.url}
              src={picture.url}
              alt={picture.originalName}
              className="max-h-full max-w-full object-contain"
            />
            {several && (
              <>
                <Turn
                  icon={ChevronLeft}
                  label="Previous picture"
                  isOff={at === 0}
                  onClick={() => go(at - 1)}
                  side="start-2"
                />
                <Turn
                  icon={ChevronRight}
                  label="Next picture"
                  isOff={at === pictures.length - 1}
                  onClick={() => go(at + 1)}
                  side="end-2"
                />
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface TurnProps {
  readonly icon: typeof ChevronLeft;
  readonly label: string;
  /** True at the end, where the button keeps the focus. */
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly side: "start-2" | "end-2";
}

function Turn({ icon, label, isOff, onClick, side }: TurnProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={isOff}
      onClick={onClick}
      className={`absolute ${side} top-1/2 size-10! -translate-y-1/2 rounded-full! bg-raised shadow-raised aria-disabled:opacity-40 rtl:-scale-x-100`}
    />
  );
}

/** The picture that a key turns to. */
const stepsBy: { readonly [key: string]: ((at: number, count: number) => number) | undefined } = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};
