import { CodeBlock } from "@/components/docs/code-block";
import type { Attempt } from "@/lib/contract/webhooks";
import { isTaken, outcomeText, timeText } from "./webhook-words";

/** An attempt to deliver an event: when, with which outcome, and the answer or the reason why there was none. */
export function AttemptView({ value }: { value: Attempt }) {
  const { at, answer, error } = value;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap gap-x-3 tabular-nums">
        <strong className={`font-medium ${isTaken(value) ? "text-accent" : "text-danger"}`}>
          {outcomeText(value)}
        </strong>
        <time dateTime={at} className="text-muted">
          {timeText(at)}
        </time>
      </p>
      {error !== null && <p className="break-words text-danger">{error}</p>}
      {answer === "" && <p className="text-muted">The answer has no body.</p>}
      {answer !== null && answer !== "" && <CodeBlock text={answer} label="answer" heading="Answer" />}
    </div>
  );
}
