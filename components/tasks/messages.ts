import { toast } from "sonner";

/** Something to tell a person who need not answer. */
export interface Message {
  readonly title: string;
  readonly detail?: string;
  readonly isError?: true;
  /** What is offered is of this moment: the next write of one's own withdraws it. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

let said: string | number | undefined;
let hasOffer = false;

/** In milliseconds. Long enough to read a message, think again and reach its button. */
const offerDuration = 10_000;

/** One message at a time: what was said before is over. */
export function say({ title, detail, isError, action }: Message): void {
  toast.dismiss(said);
  const options = {
    ...(detail !== undefined && { description: detail }),
    ...(action && { action, duration: offerDuration }),
  };
  said = isError ? toast.error(title, options) : toast(title, options);
  hasOffer = action !== undefined;
}

/** Takes a message back that offers something: "Undo" would be of what is written now. */
export function withdrawOffer(): void {
  if (!hasOffer) return;
  toast.dismiss(said);
  hasOffer = false;
}
