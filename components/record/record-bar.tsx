import { Toolbar } from "@base-ui/react/toolbar";
import { ChevronDown, ChevronUp, CopyPlus, Link, type LucideIcon, Printer, Trash2, X } from "lucide-react";
import type { ComponentProps } from "react";
import { IfAllowed } from "@/components/rights/rights";
import { CopyButton } from "@/components/ui/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import type { PlaceInView } from "./place-in-view";
import type { Neighbours } from "./use-place-in-view";

interface RecordBarProps {
  readonly neighbours: Neighbours;
  readonly place: PlaceInView | undefined;
  readonly address: string;
  /** True if a record is loaded. */
  readonly isLoaded: boolean;
  readonly onStep: (by: 1 | -1) => void;
  readonly onPrint: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** The toolbar of the open record. */
export function RecordBar(props: RecordBarProps) {
  const { neighbours, place, address, isLoaded, onStep, onPrint, onDuplicate, onDelete, onClose } = props;
  return (
    <Toolbar.Root
      aria-label="Record"
      className="flex h-10 shrink-0 items-center gap-0.5 border-border border-b px-1.5"
    >
      <BarButton
        icon={ChevronUp}
        label="Previous record"
        disabled={!neighbours.has(-1)}
        onClick={() => onStep(-1)}
      />
      <BarButton
        icon={ChevronDown}
        label="Next record"
        disabled={!neighbours.has(1)}
        onClick={() => onStep(1)}
      />
      <span className="min-w-0 flex-1 truncate px-1 text-muted text-xs tabular-nums">
        {isLoaded && placeText(place, neighbours)}
      </span>
      <IfAllowed action="read">
        <Toolbar.Button render={<CopyButton icon={Link} text={address} what="address" />} />
      </IfAllowed>
      <IfAllowed action="export-records">
        <BarButton icon={Printer} label="Print record" disabled={!isLoaded} onClick={onPrint} />
      </IfAllowed>
      <IfAllowed action="create-records">
        <BarButton icon={CopyPlus} label="Duplicate record" disabled={!isLoaded} onClick={onDuplicate} />
      </IfAllowed>
      <IfAllowed action="delete-records">
        <BarButton icon={Trash2} label="Delete record" disabled={!isLoaded} onClick={onDelete} />
      </IfAllowed>
      <BarButton icon={X} label="Close record" onClick={onClose} />
    </Toolbar.Root>
  );
}

interface BarButtonProps extends Omit<ComponentProps<typeof Toolbar.Button>, "className" | "render"> {
  readonly icon: LucideIcon;
  readonly label: string;
}

/** Keeps the focus while disabled, so that a person at the last record can go back at once. */
function BarButton({ icon, label, ...rest }: BarButtonProps) {
  return (
    <Toolbar.Button
      render={<IconButton icon={icon} label={label} className="aria-disabled:opacity-40" />}
      {...rest}
    />
  );
}

function placeText(place: PlaceInView | undefined, { count }: Neighbours): string {
  if (!place?.isInView) return "Not in this view";
  const row = (place.row + 1).toLocaleString("en");
  return count === undefined ? row : `${row} of ${count.toLocaleString("en")}`;
}
