import { ProgressBar } from "@/components/ui/progress-bar";

interface CopyStatusProps {
  label: string;
  progress: { readonly done: number; readonly total: number } | null;
  isBusy: boolean;
}

/** How far a copy has come, while it is made. */
export function CopyStatus({ label, progress, isBusy }: CopyStatusProps) {
  if (!isBusy) return null;
  const [done, total] = [progress?.done ?? 0, progress?.total ?? 0].map((count) =>
    count.toLocaleString("en"),
  );
  return (
    <div className="flex flex-col gap-1">
      <ProgressBar label={label} value={progress?.done ?? null} max={Math.max(1, progress?.total ?? 1)} />
      <p role="status" className="text-muted tabular-nums">
        {progress ? `${done} of ${total} records` : "Beginning…"}
      </p>
    </div>
  );
}
