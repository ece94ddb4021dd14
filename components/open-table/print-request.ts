import { createObservable } from "@/lib/client/observable";

/** The id of the view that a person wants to print, while the dialog is open. */
export const printRequest = createObservable<string | null>(null);

/** Opens the dialog that prints a view of the open table. */
export function requestPrint(viewId: string): void {
  printRequest.set(viewId);
}
