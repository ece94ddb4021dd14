import type { ExternalToast } from "sonner";
import { loadable } from "./loadable";
import { withPart } from "./with-part";

/** Loaded with the first message, or before, when the page is idle. */
const sonner = loadable(async () => (await import("sonner")).toast);

/** Sonner's `toast`, whose script need not be loaded yet. Each kind returns the message's id. */
export const toast = Object.assign(show("message"), {
  success: show("success"),
  warning: show("warning"),
  error: show("error"),
  loading: show("loading"),
  dismiss: (id?: string | number) => withPart(sonner, (messages) => messages.dismiss(id)),
});

let count = 0;

function show(kind: "message" | "success" | "warning" | "error" | "loading") {
  return (title: string, options: ExternalToast = {}): string | number => {
    count += 1;
    const id = options.id ?? `message-${count}`;
    withPart(sonner, (messages) => messages[kind](title, { ...options, id }));
    return id;
  };
}
