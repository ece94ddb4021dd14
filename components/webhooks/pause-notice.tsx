import type { Webhook } from "@/lib/contract/webhooks";
import { ResumeButton } from "./resume-button";
import { timeText } from "./webhook-words";

interface PauseNoticeProps {
  readonly databaseId: string;
  readonly value: Webhook;
  /** Called once it is on; the focused button disappears then. */
  readonly onResumed: () => void;
}

/** Says why a webhook sends nothing, with a button that switches it on again. Nothing for one that is on. */
export function PauseNotice({ databaseId, value, onResumed }: PauseNoticeProps) {
  const { active, pausedAt, pausedReason } = value;
  if (active) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-hover px-3 py-2">
      <p className="min-w-0 flex-1 basis-60 break-words">
        {pausedAt === null
          ? "It is switched off. Changes made since then are sent once it is on again."
          : `Paused on ${timeText(pausedAt)}. ${pausedReason ?? ""}`}
      </p>
      <ResumeButton databaseId={databaseId} value={value} onResumed={onResumed} />
    </div>
  );
}
