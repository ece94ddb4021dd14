import type { WebhookState } from "./webhook-words";

const looks: { readonly [Look in WebhookState["look"]]: string } = {
  good: "bg-accent-soft text-text",
  bad: "bg-danger-soft text-danger",
  off: "bg-hover text-muted",
};

/** The state of a webhook or a delivery. */
export function StateMark({ state: { text, look } }: { state: WebhookState }) {
  return (
    <span
      className={`inline-flex h-5 shrink-0 items-center rounded px-1.5 font-medium text-xs ${looks[look]}`}
    >
      {text}
    </span>
  );
}
