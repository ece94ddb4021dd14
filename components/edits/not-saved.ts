import { toast } from "@/components/ui/toast";

/** Reports an edit that was not sent. */
export function notifyNotSaved(reason: string): void {
  toast.error("Not saved", { description: reason });
}
