import { createObservable } from "@/lib/client/observable";

/** A view of the open table, or a record with its name. */
export type PrintRequest =
  | { readonly viewId: string }
  | { readonly record: { readonly id: string; readonly name: string } };

/** The request to print, until the dialog is closed. */
export const printRequest = createObservable<PrintRequest | null>(null);

/** Opens the dialog that prints records of the open table, or prints a form. */
export function requestPrint(request: PrintRequest): void {
  printRequest.set(request);
}
