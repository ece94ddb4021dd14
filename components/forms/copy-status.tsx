import { ProgressBar } from "@/components/ui/progress-bar";
import type { CopyProgress } from "./copying";

interface CopyStatusProps {
  label: string;
  progress: CopyProgress | null;
  isBusy: boolean;
}

/** The progress of a copy. */
export function CopyStatus({ label, progress, isBusy }: CopyStatusProps) {
  if (!isBusy) return null;
  const { done = 0, total = null, hindrance = null } = progress ?? {};
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label={label} value={total === null ? null : done} max={Math.max(1, total ?? 1)} />
      <p role="status" className={hindrance ? "text-danger" : "text-muted tabular-nums"}>
        {hindrance ?? progressText(done, total)}
      </p>
    </div>
  );
}

function progressText(done: number, total: number | null): string {
  return total === null
    ? "Copying…"
    : `${done.toLocaleString("en")} of ${total.toLocaleString("en")} records`;
}
