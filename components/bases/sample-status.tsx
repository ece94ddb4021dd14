import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { SampleProgress } from "./sample";

interface SampleStatusProps {
  progress: SampleProgress | null;
  isLoading: boolean;
  problem: string | null;
  stop: () => void;
}

/** How far the sample data has come, or where it stopped and why. */
export function SampleStatus({ progress, isLoading, problem, stop }: SampleStatusProps) {
  if (problem !== null) return <Stopped progress={progress} problem={problem} />;
  if (!isLoading) return null;
  const words = progress ? `${shareOf(progress)} airports are in` : "Reading the file…";
  return (
    <div className="flex items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <ProgressBar
          label="Loading sample data"
          value={progress?.loaded ?? null}
          max={progress?.total ?? 1}
        />
        <p role="status" className="text-muted tabular-nums">
          {words}
        </p>
      </div>
      <Button look="quiet" onClick={stop}>
        Stop
      </Button>
    </div>
  );
}

function Stopped({ progress, problem }: { progress: SampleProgress | null; problem: string }) {
  if (!progress?.path) return <Notice>{`The sample data was not loaded. ${problem}`}</Notice>;
  return (
    <Notice>
      {`Only ${shareOf(progress)} airports were loaded. ${problem} `}
      <Link href={progress.path} className="font-medium underline">
        Open the table as it is
      </Link>
      , or load it again into a database of its own.
    </Notice>
  );
}

function shareOf({ loaded, total }: SampleProgress): string {
  return `${loaded.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
