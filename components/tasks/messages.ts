import { toast } from "@/components/ui/toast";

/** A message to a person that needs no answer. */
export interface Message {
  readonly title: string;
  readonly detail?: string;
  readonly isError?: true;
  /** Offered until this person's next write. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

let shown: string | number | undefined;
let hasOffer = false;

/** In milliseconds. Long enough to read a message, think again and reach its button. */
const offerDuration = 10_000;

/** Shows a message in place of the previous one. */
export function notify({ title, detail, isError, action }: Message): void {
  toast.dismiss(shown);
  const options = {
    ...(detail !== undefined && { description: detail }),
    ...(action && { action, duration: offerDuration }),
  };
  shown = isError ? toast.error(title, options) : toast(title, options);
  hasOffer = action !== undefined;
}

/** Dismisses a message with an action, before a write that its "Undo" would revert instead. */
export function withdrawOffer(): void {
  if (!hasOffer) return;
  toast.dismiss(shown);
  hasOffer = false;
}
