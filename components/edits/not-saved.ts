import { toast } from "sonner";

/** Says why an edit was not even sent. */
export function sayNotSaved(reason: string): void {
  toast.error("Not saved", { description: reason });
}
