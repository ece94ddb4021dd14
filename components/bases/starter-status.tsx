import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { StarterProgress } from "./starters/starter";
import type { StarterRun } from "./use-starter";

/** The progress of a starter, or the reason why it stopped. */
export function StarterStatus({ progress, isLoading, problem, stop }: Omit<StarterRun, "start">) {
  if (problem !== null) return <Stopped progress={progress} problem={problem} />;
  if (!isLoading) return null;
  return (
    <div className="flex items-center gap-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <ProgressBar
          label="Creating the database"
          value={progress?.loaded ?? null}
          max={progress?.total ?? 1}
        />
        <p role="status" className="text-muted tabular-nums">
          {progress ? `${shareOf(progress)} records loaded` : "Starting…"}
        </p>
      </div>
      <Button look="quiet" onClick={stop}>
        Stop
      </Button>
    </div>
  );
}

function Stopped({ progress, problem }: { progress: StarterProgress | null; problem: string }) {
  if (!progress?.path) return <Notice>{`The database was not created. ${problem}`}</Notice>;
  return (
    <Notice>
      {`Only ${shareOf(progress)} records were loaded. ${problem} `}
      <PageLink href={progress.path} className="font-medium underline">
        Open the incomplete database
      </PageLink>
      , or start again with a new one.
    </Notice>
  );
}

function shareOf({ loaded, total }: StarterProgress): string {
  return `${loaded.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
